import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { checkCursor, PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { checkTimes } from '../../../../kit/declare/times.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { STANDARD_BOOK } from '../standard-book.ts'

const OUTCOMES = ['running', 'found', 'not_found', 'failed'] as const

/** Maximum number of calls that one page examines. */
export const REQUESTS_SEEN_MAX = 5000

export type MeteredCall = Static<typeof MeteredCall>
const MeteredCall = Type.Object(
  {
    request_id: Type.String(),
    outcome: StringEnum(OUTCOMES, {
      description:
        '`running`: credits are still held for it, as for an unfinished job. `failed`: it asked sources and was not charged.',
    }),
    actions: Type.Array(Type.String(), {
      description: 'The actions that were run, including free ones; empty when it failed.',
    }),
    api_key_id: Type.String({ description: 'The calling key or user.' }),
    price_book: Type.String(),
    credits: Type.Integer({ minimum: 0 }),
    lines_total: Type.Integer({ minimum: 0, description: 'Number of lines in its receipt.' }),
    hold_id: Nullable(
      Type.String({ description: 'The id by which an operator refunds the call; null when nothing was settled.' }),
    ),
    created_at: DateTime,
  },
  { title: 'MeteredCall' },
)

export type RequestQuery = Static<typeof RequestQuery>
const RequestQuery = Type.Object({
  ...PageQuery,
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  api_key_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  outcome: Type.Optional(StringEnum(OUTCOMES)),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only calls from this time on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only calls before this time.' })),
})

const example: MeteredCall = {
  request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  outcome: 'found',
  actions: ['contacts/find-email'],
  api_key_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  price_book: STANDARD_BOOK.name,
  credits: 0,
  lines_total: 1,
  hold_id: 'hold_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  created_at: '2026-01-15T09:30:00.000Z',
}

export const requests = {
  list: endpoint({
    id: 'requests.list',
    route: 'GET /v1/requests',
    summary: 'List metered calls, newest first',
    description: `Calls that had a price: charged calls, calls that found nothing, and for 90 days calls that failed after asking a source. Other calls are not stored. \`GET /v1/requests/{request_id}\` returns the lines and sources of one call. A page examines at most ${REQUESTS_SEEN_MAX} calls, so with filters a page can be short or empty while \`has_more\` is true: continue with \`next_cursor\`.`,
    ...declareList(MeteredCall, 'MeteredCallPage', example),
    query: RequestQuery,
    check: ({ query }) => [...checkCursor(query.cursor, 'req'), ...checkTimes(query)],
  }),
}
