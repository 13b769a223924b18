import type { Actions } from '../../billing/credits/contract/pricing.ts'
import type { PriceBook } from '../../billing/credits/price-book.ts'
import type { WorkflowDescription, WorkflowList } from './contract/listing.ts'
import { FORMATS } from './contract/requests.ts'
import { stepsOf, type Workflow } from './contract/workflow.ts'
import { workflows } from './declared/all.ts'

/** The workflows that the book has prices for: a workspace's own book can leave some out. */
export function describeWorkflows(book: PriceBook): WorkflowList {
  const priced = workflows.filter((flow) => stepsOf(flow).every(({ action }) => book.actions[action]))
  return {
    status: 'OK',
    price_book: book.name,
    data: priced.map((flow) => describeWorkflow(book, flow)),
    has_more: false,
    next_cursor: null,
  }
}

export function describeWorkflow(book: PriceBook, flow: Workflow): WorkflowDescription {
  const { name, summary, description, inputs } = flow
  const steps = stepsOf(flow).map(({ field, action }) => {
    const { credits = 0, unit = 'call' } = book.actions[action] ?? {}
    return { step: field, action, credits, unit }
  })
  return {
    name,
    summary,
    description,
    inputs: JSON.parse(JSON.stringify(inputs)) as Record<string, unknown>,
    steps,
    credits_per_row: steps.reduce((sum, { credits }) => sum + credits, 0),
    columns: [...Object.keys(flow.columns), 'credits', 'error'],
    formats: [...FORMATS],
  }
}

/** Everything that has a price: the actions of the book, and the workflows with it. */
export function priceActions(book: PriceBook): Actions {
  const unit = 'row in which every step finds something'
  const flows = describeWorkflows(book).data.map(
    ({ name, credits_per_row: credits }) => [name, { credits, unit }] as const,
  )
  const data = [...Object.entries(book.actions), ...flows].map(([action, price]) => ({
    action,
    ...price,
    worst_case_credits: price.credits,
  }))
  return { price_book: book.name, data, has_more: false, next_cursor: null }
}
