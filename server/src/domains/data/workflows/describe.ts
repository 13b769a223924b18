import type { AnyEndpoint } from '../../../kit/declare/endpoint.ts'
import { type PageRequest, pageInMemory } from '../../../kit/declare/page.ts'
import type { Actions } from '../../billing/credits/contract/pricing.ts'
import type { PriceBook } from '../../billing/credits/price-book.ts'
import { consensus } from '../lookups/contract/consensus.ts'
import { searches } from '../lookups/contract/search.ts'
import { singles } from '../lookups/contract/single.ts'
import type { WorkflowDescription, WorkflowList } from './contract/listing.ts'
import { buildRunRequestSchema, FORMATS } from './contract/requests.ts'
import { buildOperationId, listWorkflowSteps, type Workflow } from './contract/workflow.ts'
import { workflows } from './declared/all.ts'

/** Describes the workflows that the book has prices for: a workspace's own book can leave some out. */
function describeWorkflows(book: PriceBook): WorkflowDescription[] {
  const priced = workflows.filter((flow) => listWorkflowSteps(flow).every(({ action }) => book.actions[action]))
  return priced.map((flow) => describeWorkflow(book, flow))
}

export function pageWorkflows(book: PriceBook, query: PageRequest): WorkflowList {
  return { status: 'OK', price_book: book.name, ...pageInMemory(describeWorkflows(book), query, ({ name }) => name) }
}

export function describeWorkflow(book: PriceBook, flow: Workflow): WorkflowDescription {
  const { name, summary, description, inputs } = flow
  const steps = listWorkflowSteps(flow).map(({ field, action }) => {
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

type ActionCall = NonNullable<Actions['data'][number]['call']>

/** Call of each lookup and workflow, by its action. */
const CALLS: ReadonlyMap<string, ActionCall> = new Map([...lookupCalls(), ...workflows.map(workflowCall)])

function lookupCalls(): [string, ActionCall][] {
  return Object.values<AnyEndpoint>({ ...searches, ...singles, ...consensus }).flatMap((call) => {
    const { id: operation, summary, description = '', body, price, example } = call
    if (typeof price !== 'object') return []
    return [[price.action, { operation, summary, description, ...plain({ body, example: example.body }) }]]
  })
}

function workflowCall(flow: Workflow): [string, ActionCall] {
  const { name, summary, description, example } = flow
  const shapes = plain({ body: buildRunRequestSchema(flow), example: { inputs: example.inputs } })
  return [name, { operation: buildOperationId('run', flow), summary, description, ...shapes }]
}

/** Converts schemas to plain JSON. */
function plain(shapes: { readonly body: unknown; readonly example: unknown }): Pick<ActionCall, 'body' | 'example'> {
  return JSON.parse(JSON.stringify(shapes)) as Pick<ActionCall, 'body' | 'example'>
}

/** Lists everything with a price: the actions of the book, and the workflows. */
export function pageActions(book: PriceBook, query: PageRequest): Actions {
  const unit = 'row in which every step finds something'
  const flows = describeWorkflows(book).map(({ name, credits_per_row: credits }) => [name, { credits, unit }] as const)
  const actions = [...Object.entries(book.actions), ...flows].map(([action, price]) => ({
    action,
    ...price,
    worst_case_credits: price.credits,
    call: CALLS.get(action) ?? null,
  }))
  return { price_book: book.name, ...pageInMemory(actions, query, ({ action }) => action) }
}
