import type { Static } from 'typebox'
import { Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

export const MODES = ['live', 'test'] as const

const CALLER_KINDS = ['key', 'app', 'user', 'link'] as const

export type RequestCaller = Static<typeof RequestCaller>
const RequestCaller = Type.Object(
  {
    kind: StringEnum(CALLER_KINDS, {
      description: 'An API key, an app that a user connected, a user in the portal, or a portal link.',
    }),
    id: Type.String(),
    name: Nullable(Type.String({ description: 'The name of the key, app or user; null if it has none.' })),
    key_prefix: Nullable(Type.String({ description: 'The first characters of an API key.' })),
  },
  { title: 'RequestCaller' },
)

const IN_LOG = 'Null when the request is no longer in the log.'

/** What the log has about a request. */
export const LogFields = {
  method: Nullable(Type.String({ description: IN_LOG })),
  path: Nullable(Type.String({ description: 'Without the query, which may contain secrets.' })),
  operation: Nullable(Type.String({ description: 'The operation that was called, such as `posts.create`.' })),
  status: Nullable(Type.Integer({ description: 'The HTTP status of the response.' })),
  error_code: Nullable(Type.String({ description: 'The `code` of the error; null when the request succeeded.' })),
  ms: Nullable(Type.Number({ minimum: 0, description: 'Time until the response was sent, in milliseconds.' })),
  mode: Nullable(StringEnum(MODES, { description: 'Whether a live or a test key was used.' })),
  caller: RequestCaller,
  request_bytes: Nullable(Type.Integer({ minimum: 0, description: 'Size of the request body; null without one.' })),
  response_bytes: Nullable(
    Type.Integer({ minimum: 0, description: 'Size of the response body; null if it was streamed.' }),
  ),
  client_request_id: Nullable(
    Type.String({
      description:
        'The `X-Request-Id` that the client sent. Calls of MCP tools have `mcp:` and the id of the request to /mcp.',
    }),
  ),
}

const Logged = Type.Object(LogFields)
/** What the log has about a request, as it is stored; null when it is no longer in the log. */
export type LoggedColumns = Omit<Static<typeof Logged>, 'caller'>

const keyId = 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'

export const exampleLogFields = {
  method: 'POST',
  path: '/v1/data/contacts/find-email',
  operation: 'data.find_email',
  status: 200,
  error_code: null,
  ms: 12.5,
  mode: 'live' as const,
  caller: { kind: 'key' as const, id: keyId, name: 'Production', key_prefix: 'qk_live_01234567' },
  request_bytes: 42,
  response_bytes: 512,
  client_request_id: null,
}
