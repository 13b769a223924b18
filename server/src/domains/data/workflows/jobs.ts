import { timer } from '../../../queue/timers.ts'
import { forgetOldSteps } from './stored-steps.ts'

/** What steps answered is personal data: it is kept for as long as a retry may come, and no longer. */
export const workflowTimers = [timer({ id: 'workflows.forget', everySeconds: 600, run: forgetOldSteps })]
