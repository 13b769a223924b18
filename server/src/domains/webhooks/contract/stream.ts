import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { eventBodyExample } from '../../../kit/declare/event.ts'
import { Document } from '../../../kit/declare/reply.ts'
import { Type } from '../../../kit/declare/type.ts'
import type { FollowedRequest } from '../../../kit/log/request-feed.ts'
import { SUBSCRIBABLE_TYPES, subscribableEvents } from './catalogue.ts'

export const STREAM_TYPE = 'text/event-stream'
export const ULID = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'

export type StreamQuery = Static<typeof StreamQuery>
const StreamQuery = Type.Object({
  types: Type.Optional(
    Type.String({ maxLength: 1024, description: 'Event names, separated by commas; defaults to all.' }),
  ),
  after: Type.Optional(
    Type.String({
      pattern: ULID,
      description:
        'The id of the event to continue after. The header `Last-Event-ID` has the same meaning and takes precedence.',
    }),
  ),
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Start with the events stored since this time.' }),
  ),
})

/** Returns the types that a query selects; undefined for all. */
export function parseEventTypes({ types }: StreamQuery): string[] | undefined {
  const named = types?.split(',').map((name) => name.trim())
  const wanted = new Set(named?.filter((name) => name !== ''))
  return wanted.size === 0 || wanted.has('*') ? undefined : [...wanted].toSorted()
}

function checkQuery(query: StreamQuery): Violation[] {
  const known: readonly string[] = SUBSCRIBABLE_TYPES
  const unknown = (parseEventTypes(query) ?? []).filter((type) => !known.includes(type))
  const violations = unknown.map((type) =>
    invalidValue(['query', 'types'], `there is no event ${type}; GET /v1/webhooks/events lists them`),
  )
  if (query.after !== undefined && query.since !== undefined)
    violations.push(invalidValue(['query', 'since'], 'send only one of after and since'))
  return violations
}

/** Writes one event in the format of server-sent events. A body is JSON without line breaks, so it is one line. */
export function writeEvent({ id, type, body }: { id: string; type: string; body: string }): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`
}

function buildStreamExample(query: StreamQuery): string {
  const types = parseEventTypes(query)
  const kinds = subscribableEvents.filter(({ type }) => types?.includes(type) ?? true)
  return kinds
    .map((kind) => eventBodyExample(kind))
    .map((body) => writeEvent({ id: body.id, type: body.type, body: JSON.stringify(body) }))
    .join('')
}

const requestExample: FollowedRequest = {
  request_id: 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  method: 'POST',
  path: '/v1/posts',
  operation: 'posts.create',
  status: 201,
  ms: 12.3,
  caller_id: 'key_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  created_at: '2026-01-15T09:30:00.000Z',
}

export function writeRequest(request: FollowedRequest): string {
  return writeEvent({ id: request.request_id, type: 'request', body: JSON.stringify(request) })
}

export const streams = {
  stream: endpoint({
    id: 'events.stream',
    route: 'GET /v1/events/stream',
    summary: 'Stream the events of the workspace',
    description:
      'Server-sent events: `id` is the id of the event, `event` its type, `data` the body that a webhook endpoint gets. Events are stored for a stream while it is open and for an hour after; reconnect with the same key, the same `types` and the last id, and none is lost. The last minute before that id is sent again, because events may commit in a different order than their ids: deduplicate by `id`. A comment is sent every 15 seconds without an event. The stream ends when the server restarts, and within a second when the caller may no longer read it: a last comment, `ended:`, gives the reason. A workspace can have at most 10 open streams on a server, and a user 20 across all workspaces. A test key gets an example of each event.',
    query: StreamQuery,
    reply: Type.String(),
    special: { streams: [STREAM_TYPE], lasts: true },
    check: ({ query }) => checkQuery(query),
    example: {
      query: { types: 'post.published,post.failed' },
      reply: buildStreamExample({ types: 'post.published' }),
      echo: ({ query }, reply) => new Document(reply, { contentType: STREAM_TYPE, body: buildStreamExample(query) }),
    },
  }),
  requests: endpoint({
    id: 'requests.stream',
    route: 'GET /v1/requests/stream',
    summary: 'Stream the requests of the workspace as they complete',
    description:
      'Server-sent events named `request`: `request_id`, `method`, `path` (without the query), `operation`, `status`, `ms`, `credits` (if the call has a price) and `caller_id` of every request of the workspace, by keys and users, on any server. A request that completes while nobody is connected is not shown; `GET /v1/requests` lists it about a second later. If more than 400 requests complete in a second, a comment says how many were skipped. A comment is sent every 15 seconds without a request. The limits on open streams are those of `GET /v1/events/stream`.',
    reply: Type.String(),
    special: { streams: [STREAM_TYPE], lasts: true },
    example: {
      reply: writeRequest(requestExample),
      echo: (_call, reply) => new Document(reply, { contentType: STREAM_TYPE, body: writeRequest(requestExample) }),
    },
  }),
}
