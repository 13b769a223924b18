import { type Static, Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import type { Violation } from '../../../kit/declare/errors.ts'
import { FreeForm, Nullable, OneOf } from '../../../kit/declare/schema.ts'
import { violationOf } from '../../../sources/action.ts'
import { Actions } from '../../billing/credits/contract/pricing.ts'
import type { PriceBook } from '../../billing/credits/price-book.ts'
import { STANDARD_BOOK } from '../../billing/credits/standard-book.ts'
import { lookup } from '../lookups/contract/requests.ts'
import { FORMATS, Quote, RunReplyOf, type RunRequest, RunRequestOf } from './contract/requests.ts'
import { NOTHING_KNOWN, stepsOf, type Workflow } from './contract/workflow.ts'
import { workflows } from './declared/all.ts'
import { quoteIn, unitsAtMost } from './quote.ts'
import { formatted } from './reply-files.ts'
import { rehearse, scriptOf } from './test-run.ts'

const Described = Type.Object(
  {
    name: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    inputs: FreeForm({ description: 'JSON Schema of `inputs`.' }),
    steps: Type.Array(
      Type.Object({
        step: Type.String({ description: 'The field of a row that it fills.' }),
        action: Type.String(),
        credits: Type.Integer({ minimum: 0, description: 'For one row, when it finds something.' }),
        unit: Type.String(),
      }),
    ),
    credits_per_row: Type.Integer({ minimum: 0, description: 'The most one row can cost.' }),
    columns: Type.Array(Type.String(), { description: 'Of its CSV file and its Markdown table.' }),
    formats: Type.Array(OneOf(FORMATS)),
  },
  { title: 'Workflow' },
)

export type WorkflowList = Static<typeof WorkflowList>
const WorkflowList = Type.Object(
  {
    status: OneOf(['OK']),
    price_book: Type.String(),
    data: Type.Array(Described),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'WorkflowList' },
)

/** Those that the book has a price for: a workspace's own book can leave some out. */
export function describeAll(book: PriceBook): WorkflowList {
  const able = workflows.filter((flow) => stepsOf(flow).every(({ action }) => book.actions[action]))
  return {
    status: 'OK',
    price_book: book.name,
    data: able.map((flow) => describe(book, flow)),
    has_more: false,
    next_cursor: null,
  }
}

function describe(book: PriceBook, flow: Workflow): Static<typeof Described> {
  const { name, summary, description, inputs } = flow
  const steps = stepsOf(flow).map(({ finds, action }) => {
    const { credits = 0, unit = 'call' } = book.actions[action] ?? {}
    return { step: finds, action, credits, unit }
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

/** Everything that has a price: what the book lists, and what workflows come to with it. */
export function priceAll(book: PriceBook): Actions {
  const unit = 'row in which every step finds something'
  const flows = describeAll(book).data.map(({ name, credits_per_row: credits }) => [name, { credits, unit }] as const)
  const data = [...Object.entries(book.actions), ...flows].map(([action, price]) => ({
    action,
    ...price,
    worst_case_credits: price.credits,
  }))
  return { price_book: book.name, data, has_more: false, next_cursor: null }
}

/** What is wrong with the items of a list, each named by its place. */
function checkItems(flow: Workflow, { inputs }: RunRequest): Violation[] {
  const [first] = flow.steps
  if (!('list' in flow.rows) || !first || first.unreadable) return []
  const { list } = flow.rows
  return (inputs[list] as readonly string[]).flatMap((input, at) => {
    const question = first.ask({ ...NOTHING_KNOWN, input })
    const violation = question && violationOf(first.action, question)
    return violation ? { ...violation, loc: ['body', 'inputs', list, at], input } : []
  })
}

function exampleOf({ example: { inputs } }: Workflow): RunRequest {
  return { inputs, limit: 1, dry_run: false, format: 'json' }
}

const idOf = ({ name }: Workflow) => name.replaceAll('-', '_')

function runOf(flow: Workflow) {
  const worst = describe(STANDARD_BOOK, flow)
  const example = exampleOf(flow)
  return endpoint({
    ...lookup,
    id: `workflows.run_${idOf(flow)}`,
    route: `POST /v1/data/workflows/${flow.name}`,
    summary: flow.summary,
    description: `${flow.description} Each step is charged for each row in which it finds something: ${worst.credits_per_row} credits a row at most. A source that fails in the middle shows as the error of its step; when nothing was found and sources failed, the call fails and is free. Nothing found: \`data\` is null and nothing is charged. ${scriptOf(flow)}`,
    takesDryRun: true,
    body: RunRequestOf(flow),
    reply: RunReplyOf(flow),
    produces: ['text/csv', 'text/markdown'],
    price: { action: flow.name, atMost: ({ body }) => unitsAtMost(flow, body), found: 'by_step' },
    check: ({ body }) => checkItems(flow, body),
    example: {
      body: { inputs: example.inputs, limit: 1 },
      reply: rehearse(flow, example),
      echo: ({ body }) => formatted(flow, rehearse(flow, body), body.format),
    },
  })
}

function estimateOf(flow: Workflow) {
  const quote = (body: RunRequest) => ({ status: 'OK' as const, data: quoteIn(STANDARD_BOOK, flow, body) })
  const example = exampleOf(flow)
  return endpoint({
    id: `workflows.estimate_${idOf(flow)}`,
    route: `POST /v1/data/workflows/${flow.name}:estimate`,
    summary: `Say what ${flow.name} would cost`,
    description: 'Free, also for read keys, and runs nothing. What it says is what the workflow itself holds.',
    access: 'read',
    body: RunRequestOf(flow),
    reply: Type.Object({ status: OneOf(['OK']), data: Quote }, { title: 'WorkflowQuoteResponse' }),
    price: 'quote',
    check: ({ body }) => checkItems(flow, body),
    example: {
      body: { inputs: example.inputs, limit: 1 },
      reply: quote(example),
      echo: ({ body }) => quote(body),
    },
  })
}

export const listing = {
  actions: endpoint({
    id: 'actions.list',
    route: 'GET /v1/meta/actions',
    summary: "List every action and workflow with this workspace's price",
    access: 'read',
    reply: Actions,
    example: { reply: priceAll(STANDARD_BOOK) },
  }),

  list: endpoint({
    id: 'workflows.list',
    route: 'GET /v1/data/workflows',
    summary: 'List the workflows this key can run',
    description: 'With their inputs, steps and prices.',
    access: 'read',
    reply: WorkflowList,
    price: 'quote',
    example: { reply: describeAll(STANDARD_BOOK) },
  }),
}

/** Two endpoints for each workflow. */
export const runs = workflows.map((flow) => ({
  flow,
  endpoints: { run: runOf(flow), estimate: estimateOf(flow) },
}))
