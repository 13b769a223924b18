import type { Static } from 'typebox'
import { declareList } from '../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { REQUEST_ID } from '../../../../kit/declare/headers.ts'
import { checkCursor, PageQuery } from '../../../../kit/declare/page.ts'
import { DateTime, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { checkTimes } from '../../../../kit/declare/times.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { exampleLogFields, LogFields, MODES } from '../../request-log/contract.ts'
import { STANDARD_BOOK } from '../standard-book.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const OUTCOMES = ['running', 'found', 'not_found', 'failed', 'unmetered'] as const

/** Maximum number of requests that one page examines. */
export const REQUESTS_SEEN_MAX = 5000

/** A request, with its cost if it was metered. The name is older than the log: the clients have types of this name. */
export type MeteredCall = Static<typeof MeteredCall>
const MeteredCall = Type.Object(
  {
    request_id: Type.String(),
    outcome: StringEnum(OUTCOMES, {
      description:
        '`running`: credits are still held for it, as for an unfinished job. `failed`: it asked sources and was not charged. `unmetered`: it had no price, or was refused before it ran.',
    }),
    actions: Type.Array(Type.String(), {
      description: 'The actions that were run, including free ones; empty when it failed or was unmetered.',
    }),
    api_key_id: Type.String({ description: 'The id of the calling key, user or portal link.' }),
    price_book: Type.String({ description: 'Empty for an unmetered request.' }),
    credits: Type.Integer({ minimum: 0 }),
    lines_total: Type.Integer({ minimum: 0, description: 'Number of lines in its receipt.' }),
    hold_id: Nullable(
      Type.String({ description: 'The id by which an operator refunds the call; null when nothing was settled.' }),
    ),
    created_at: DateTime,
    ...LogFields,
  },
  { title: 'MeteredCall' },
)

export type RequestQuery = Static<typeof RequestQuery>
const RequestQuery = Type.Object({
  ...PageQuery,
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  api_key_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  outcome: Type.Optional(StringEnum(OUTCOMES)),
  metered: Type.Optional(Type.Boolean({ description: 'Only metered requests, or only unmetered ones.' })),
  method: Type.Optional(StringEnum(METHODS)),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Only paths that begin with this, such as `/v1/posts`.' }),
  ),
  operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Such as `posts.create`.' })),
  status: Type.Optional(
    Type.String({
      pattern: '^[1-5](?:[0-9]{2}|xx)$',
      description: 'A status such as `404`, or a class such as `4xx`.',
    }),
  ),
  error_code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  mode: Type.Optional(StringEnum(MODES)),
  request_id: Type.Optional(
    Type.String({
      pattern: REQUEST_ID,
      description: 'Our id of the request, or the id that the client sent with it.',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only requests from this time on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only requests before this time.' })),
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
  ...exampleLogFields,
}

export const requests = {
  list: endpoint({
    id: 'requests.list',
    route: 'GET /v1/requests',
    summary: 'List requests, newest first',
    description: `The log of the workspace: every request by its keys, apps and portal links, and by users if it changed something or failed. It is written about a second after the response and kept for some days, which the operator of the server sets, up to a number of requests per day. Metered calls are listed longer: charged calls, calls that found nothing, and for 90 days calls that failed after asking a source. \`metered=true\` lists only these. \`GET /v1/requests/{request_id}\` returns the response to a failed request, and the receipt of a metered one. A page examines at most ${REQUESTS_SEEN_MAX} requests, so with filters a page can be short or empty while \`has_more\` is true: continue with \`next_cursor\`.`,
    ...declareList(MeteredCall, 'MeteredCallPage', example),
    query: RequestQuery,
    check: ({ query }) => [...checkCursor(query.cursor, 'req'), ...checkTimes(query)],
  }),
}
