import { type Static, Type } from 'typebox'
import { buildListPurchase } from '../../src/domains/data/purchases/keep.ts'
import { endpoint } from '../../src/kit/declare/endpoint.ts'
import { ApiError } from '../../src/kit/declare/errors.ts'
import { Document } from '../../src/kit/declare/reply.ts'
import { type Call, implement } from '../../src/kit/declare/route.ts'
import { Nullable } from '../../src/kit/declare/schema.ts'

const Script = Type.Object({
  find: Type.Integer({ minimum: 0, maximum: 1000, default: 1 }),
  most: Type.Integer({ minimum: 0, maximum: 1000, default: 1 }),
  fail: Type.Optional(Type.String()),
  wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  hold: Type.Optional(Type.Boolean()),
  operation: Type.Optional(Type.String()),
})
const Found = Type.Object({ status: Type.String(), data: Nullable(Type.Array(Type.Integer())) })
type Lookup = Call & { body: Static<typeof Script> }

const price = {
  action: 'contacts/find-email',
  atMost: ({ body }: { body: Static<typeof Script> }) => ({ 'contacts/find-email': body.most }),
  found: ({ data }: Static<typeof Found>) => ({ 'contacts/find-email': data?.length ?? 0 }),
}

/** Metered lookups whose outcome the request scripts, for the ledger's tests and benchmarks. */
const lookup = {
  find: endpoint({
    id: 'demo.find',
    route: 'POST /v1/demo/find',
    summary: 'Find or fail as requested',
    access: 'write',
    body: Script,
    reply: Found,
    errors: ['upstream_error', 'upstream_timeout'],
    price,
    example: { body: { find: 1 }, reply: { status: 'OK', data: [1] } },
  }),

  local: endpoint({
    id: 'demo.local',
    route: 'POST /v1/demo/local',
    summary: 'The same from memory, holding credits only on request',
    access: 'write',
    body: Script,
    reply: Found,
    errors: ['upstream_error', 'upstream_timeout'],
    price: { ...price, holds: 'on_demand' },
    example: { body: { find: 1 }, reply: { status: 'OK', data: [1] } },
  }),

  steps: endpoint({
    id: 'demo.steps',
    route: 'POST /v1/demo/steps',
    summary: 'Charge one step after another',
    access: 'write',
    body: Type.Object({
      steps: Type.Array(Type.String(), { maxItems: 200 }),
      fail: Type.Optional(Type.Boolean()),
      operation: Type.Optional(Type.String()),
    }),
    reply: Type.Object({ charged: Type.Array(Type.Integer()) }),
    price: {
      action: 'lead-list',
      atMost: ({ body }) => ({ 'contacts/verify-email': body.steps.length }),
      found: 'by_step',
    },
    example: { body: { steps: ['a'] }, reply: { charged: [1] } },
  }),
}

/** Number of handler runs. */
export const executions = { length: 0 }

/** Records which request worked on which of the test's operations, before anything is charged or killed. */
async function note({ ctx, requestId }: Call, operation: string): Promise<void> {
  await ctx.db`insert into test_operations values (${requestId}, ${operation})`
}

async function find(call: Lookup) {
  const { body } = call
  executions.length++
  if (body.operation !== undefined) {
    await note(call, body.operation)
    const bought = { action: price.action, key: body.operation, question: { query: body.operation } }
    if (body.find > 0) call.meter.keep(buildListPurchase(call.ctx, bought, [body.find]))
  }
  if (body.hold) await call.meter.hold()
  if (body.wait) await new Promise((done) => setTimeout(done, body.wait))
  if (body.fail === 'upstream') throw new ApiError('upstream_error', 'The source failed.')
  if (body.fail === 'bug') throw new TypeError('a bug')
  // PostgreSQL stores no NUL: this response cannot be stored.
  if (body.fail === 'unstorable')
    return new Document({ status: 'OK', data: [1] }, { contentType: 'text/plain', body: '\u0000' })
  return { status: 'OK', data: body.find === 0 ? null : Array.from({ length: body.find }, (_, n) => n) }
}

export const meteredRoutes = implement(lookup, {
  find,
  local: find,
  steps: async ({ body, meter, ...call }) => {
    if (body.operation !== undefined) await note({ meter, ...call }, body.operation)
    const charged: number[] = []
    for (const step of body.steps) charged.push(await meter.charge(step, { 'contacts/verify-email': 1 }))
    if (body.fail) throw new ApiError('upstream_error', 'The source failed half-way.')
    return { charged }
  },
})
