import type { Workflow } from '../contract/workflow.ts'
import { enrichList } from './enrich-list.ts'
import { leadList } from './lead-list.ts'
import { verifyList } from './verify-list.ts'

/** Every workflow; this list registers them. */
export const workflows: readonly Workflow[] = [leadList, verifyList, enrichList]
