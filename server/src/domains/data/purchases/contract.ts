import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { checkCursor, PageQuery } from '../../../kit/declare/page.ts'
import { DateTime, FreeForm, Nullable } from '../../../kit/declare/schema.ts'
import { checkTimes } from '../../../kit/declare/times.ts'
import { Type } from '../../../kit/declare/type.ts'
import { findEmail } from '../../../sources/actions.ts'

/** Maximum number of purchases that one page examines. */
export const PURCHASES_SEEN_MAX = 5000

const summary = {
  id: Type.String(),
  action: Type.String({ description: 'The action, the workflow, or the action of the job.' }),
  query: Nullable(Type.String({ description: 'The question in words; null when it is withheld.' })),
  title: Nullable(Type.String({ description: 'The name or the address that was found; null for lists.' })),
  items: Type.Integer({ minimum: 1, description: 'Number of people, companies, addresses or rows found.' }),
  withheld: Type.Boolean({
    description:
      'True when the person was suppressed, or deleted from the directory, since: nothing about them is shown.',
  }),
  credits: Type.Integer({ minimum: 1, description: 'Credits charged.' }),
  request_id: Type.String({ description: '`GET /v1/requests/{request_id}` returns the receipt.' }),
  api_key_id: Type.String({ description: 'The calling key or user.' }),
  job_id: Nullable(Type.String({ description: 'The data job that has the results; null for a single call.' })),
  bought_at: DateTime,
}

export type PurchaseSummary = Static<typeof PurchaseSummary>
const PurchaseSummary = Type.Object(summary, { title: 'PurchaseSummary' })

export type Purchase = Static<typeof Purchase>
const Purchase = Type.Object(
  {
    ...summary,
    question: Nullable(FreeForm({ description: 'The question as it was sent; null when it is withheld.' })),
    data: Type.Unsafe<unknown>({
      description:
        'The result as the call returned it; null when it is withheld and for a job. Lists leave out people who were suppressed since. A page of people is read from the directory again, so it shows what the directory knows now.',
    }),
  },
  { title: 'Purchase' },
)

export type PurchaseQuery = Static<typeof PurchaseQuery>
const PurchaseQuery = Type.Object({
  ...PageQuery,
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Text in the question, or in the name or address found.',
    }),
  ),
  request_id: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'Only what this call bought.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only purchases from this time on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only purchases before this time.' })),
})

const { query, output } = findEmail.example

const example: PurchaseSummary = {
  id: 'pur_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  action: findEmail.id,
  query,
  title: output.email,
  items: 1,
  withheld: false,
  credits: 5,
  request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  api_key_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  job_id: null,
  bought_at: '2026-01-15T09:30:00.000Z',
}

export const purchases = {
  list: endpoint({
    id: 'purchases.list',
    route: 'GET /v1/data/purchases',
    summary: 'List what was bought, newest first',
    description: `People, companies, addresses and verdicts that lookups, workflows and data jobs of this workspace were charged for. \`GET /v1/data/purchases/{id}\` returns the result again, free. A page examines at most ${PURCHASES_SEEN_MAX} purchases, so with filters a page can be short or empty while \`has_more\` is true: continue with \`next_cursor\`.`,
    ...declareList(PurchaseSummary, 'PurchasePage', example),
    query: PurchaseQuery,
    check: ({ query: asked }) => [...checkCursor(asked.cursor, 'pur'), ...checkTimes(asked)],
  }),

  get: endpoint({
    id: 'purchases.get',
    route: 'GET /v1/data/purchases/{id}',
    summary: 'Read again what was bought',
    description: 'Free: the result was charged when it was bought.',
    params: IdParams,
    reply: Purchase,
    example: exampleById({ ...example, question: { query }, data: output as unknown }),
  }),
}
