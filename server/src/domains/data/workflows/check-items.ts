import type { Violation } from '../../../kit/declare/errors.ts'
import { findViolation } from '../../../sources/action.ts'
import type { RunRequest } from './contract/requests.ts'
import { EMPTY_ROW, type Workflow } from './contract/workflow.ts'

/** Checks the items of a list; each violation has its position. */
export function checkItems(flow: Workflow, { inputs }: RunRequest): Violation[] {
  const [first] = flow.steps
  if (!('list' in flow.rows) || !first || first.refuseUnreadable) return []
  const { list } = flow.rows
  return (inputs[list] as readonly string[]).flatMap((input, at) => {
    const question = first.ask({ ...EMPTY_ROW, input })
    const violation = question && findViolation(first.action, question)
    return violation ? { ...violation, loc: ['body', 'inputs', list, at], input } : []
  })
}
