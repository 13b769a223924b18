import { endpoint } from '../../../kit/declare/endpoint.ts'
import { PageQuery } from '../../../kit/declare/page.ts'
import { StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { Actions } from '../../billing/credits/contract/pricing.ts'
import { STANDARD_BOOK } from '../../billing/credits/standard-book.ts'
import { lookup } from '../lookups/contract/requests.ts'
import { checkItems } from './check-items.ts'
import { WorkflowList } from './contract/listing.ts'
import { buildRunReplySchema, buildRunRequestSchema, Quote, type RunRequest } from './contract/requests.ts'
import { buildOperationId, type Workflow } from './contract/workflow.ts'
import { workflows } from './declared/all.ts'
import { describeWorkflow, pageActions, pageWorkflows } from './describe.ts'
import { quoteIn, unitsMax } from './quote.ts'
import { formatReply } from './reply-files.ts'
import { describeTestInputs, exampleRun, testRun } from './test-run.ts'

function buildExampleRequest({ example: { inputs } }: Workflow): RunRequest {
  return { inputs, limit: 1, dry_run: false, format: 'json' }
}

function declareWorkflowRun(flow: Workflow) {
  const worst = describeWorkflow(STANDARD_BOOK, flow)
  const example = buildExampleRequest(flow)
  return endpoint({
    ...lookup,
    id: buildOperationId('run', flow),
    route: `POST /v1/data/workflows/${flow.name}`,
    summary: flow.summary,
    description: `${flow.description} Each step is charged for each row in which it finds something: at most ${worst.credits_per_row} credits a row. If a source fails, the error is in its step; if nothing was found and sources failed, the call fails and is free. If nothing is found, \`data\` is null and nothing is charged. ${describeTestInputs(flow)}`,
    special: { takesDryRun: true },
    body: buildRunRequestSchema(flow),
    reply: buildRunReplySchema(flow),
    produces: ['text/csv', 'text/markdown'],
    price: { action: flow.name, atMost: ({ body }) => unitsMax(flow, body), found: 'by_step' },
    check: ({ body }) => checkItems(flow, body),
    example: {
      body: { inputs: example.inputs, limit: 1 },
      reply: exampleRun(flow, example),
      echo: ({ body }) => formatReply(flow, testRun(flow, body), body.format),
    },
  })
}

function declareWorkflowEstimate(flow: Workflow) {
  const quote = (body: RunRequest) => ({ status: 'OK' as const, data: quoteIn(STANDARD_BOOK, flow, body) })
  const example = buildExampleRequest(flow)
  return endpoint({
    id: buildOperationId('estimate', flow),
    route: `POST /v1/data/workflows/${flow.name}:estimate`,
    summary: `Estimate the cost of ${flow.name}`,
    description: 'Free, also for read keys, and runs nothing. The estimate is the amount that the workflow holds.',
    access: 'read',
    body: buildRunRequestSchema(flow),
    reply: Type.Object({ status: StringEnum(['OK']), data: Quote }, { title: 'WorkflowQuoteResponse' }),
    price: 'quote',
    check: ({ body }) => checkItems(flow, body),
    example: {
      body: { inputs: example.inputs, limit: 1 },
      reply: quote(example),
      echo: ({ body }) => quote(body),
    },
  })
}

const WHOLE_LIST = { limit: 100 }

export const listing = {
  actions: endpoint({
    id: 'actions.list',
    route: 'GET /v1/meta/actions',
    summary: 'List all actions and workflows with their prices',
    description: 'Includes the call that runs each action, and its input.',
    query: Type.Object(PageQuery),
    reply: Actions,
    example: {
      reply: pageActions(STANDARD_BOOK, WHOLE_LIST),
      echo: ({ query }) => pageActions(STANDARD_BOOK, query),
    },
  }),

  list: endpoint({
    id: 'workflows.list',
    route: 'GET /v1/data/workflows',
    summary: 'List the workflows this key can run',
    description: 'Includes their inputs, steps and prices.',
    query: Type.Object(PageQuery),
    reply: WorkflowList,
    price: 'quote',
    example: {
      reply: pageWorkflows(STANDARD_BOOK, WHOLE_LIST),
      echo: ({ query }) => pageWorkflows(STANDARD_BOOK, query),
    },
  }),
}

/** Two endpoints for each workflow. */
export const runs = workflows.map((flow) => ({
  flow,
  endpoints: { run: declareWorkflowRun(flow), estimate: declareWorkflowEstimate(flow) },
}))
