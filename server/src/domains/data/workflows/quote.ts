import type { Units } from '../../../kit/declare/price.ts'
import type { PriceBook } from '../../billing/credits/price-book.ts'
import { creditsFor } from '../../billing/credits/price-book.ts'
import type { Quote, RunRequest } from './contract/requests.ts'
import { listWorkflowSteps, type Workflow } from './contract/workflow.ts'
import { countRowsMax } from './interpret.ts'

/** Returns the worst case: every step finds something for every row. */
export function unitsMax(flow: Workflow, request: RunRequest): Units {
  const rows = countRowsMax(flow, request)
  return Object.fromEntries(listWorkflowSteps(flow).map(({ action }) => [action, rows]))
}

/** Returns the maximum cost of a run with a price book. */
export function quoteIn(book: PriceBook, flow: Workflow, request: RunRequest): Quote {
  const rows = countRowsMax(flow, request)
  const steps = listWorkflowSteps(flow).map(({ field, action }) => {
    const { credits: credits_per_unit = 0, unit = 'call' } = book.actions[action] ?? {}
    const credits = creditsFor(book, { [action]: rows })
    return { step: field, action, unit, units: rows, credits_per_unit, credits }
  })
  const credits = creditsFor(book, unitsMax(flow, request))
  return { workflow: flow.name, credits, rows, steps, price_book: book.name }
}
