import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { EventId, IdempotencyKey, MaxCredits, Range, RequestId, WorkspaceHeader } from '../../kit/declare/headers.ts'
import { isInWorkspace, isKeyed, mayCharge } from './access.ts'
import type { Json } from './schemas.ts'

/** The headers, besides Authorization, that change what a call does. */
export function headerParameters(endpoint: AnyEndpoint): Json[] {
  const list: Json[] = []
  if (endpoint.method !== 'GET' && endpoint.access !== 'public')
    list.push(
      named(
        'Idempotency-Key',
        'A stable string per logical operation: a retry with it answers the original result.',
        IdempotencyKey,
        endpoint.needsIdempotencyKey ?? false,
      ),
    )
  if (isInWorkspace(endpoint))
    list.push(named('X-Quoin-Workspace', 'With a session: the id of the workspace. A key needs none.', WorkspaceHeader))
  if (mayCharge(endpoint))
    list.push(named('X-Max-Credits', 'Refuse the call when it could cost more than this.', MaxCredits))
  if (endpoint.lasts) list.push(named('Last-Event-ID', 'The last id that was received: continue after it.', EventId))
  if (endpoint.takesRange) list.push(named('Range', 'Read only this part of the file: `bytes=0-1023`.', Range))
  list.push(
    named('X-Request-Id', 'Your own id of the request, for your logs. One of another form is ignored.', RequestId),
  )
  return list
}

function named(name: string, description: string, schema: object, required = false): Json {
  return { name, in: 'header', required, description, schema }
}

/** The same parameters as references to components, which are defined when first used. */
export function headerReferences(endpoint: AnyEndpoint, parameters: Record<string, Json>): Json[] {
  return headerParameters(endpoint).map((parameter) => {
    const name = `${String(parameter['name'])}${parameter['required'] ? '-Required' : ''}`
    parameters[name] ??= parameter
    return { $ref: `#/components/parameters/${name}` }
  })
}

const header = (description: string, type: string) => ({ description, schema: { type } })

export const REPLY_HEADERS = {
  'X-Request-Id': header('The `X-Request-Id` you sent, or ours when you sent none.', 'string'),
  'X-Quoin-Request-Id': header('Our own id of this request: names it in receipts and logs.', 'string'),
  'X-Credits-Charged': header('What the call cost.', 'integer'),
  'X-Price-Book': header('The price book that priced it.', 'string'),
  'X-Test-Quota-Limit': header('With a test key: how many calls the workspace has for a UTC day.', 'integer'),
  'X-Test-Quota-Remaining': header('With a test key: how many of them are left today.', 'integer'),
  'X-Test-Quota-Reset': header('With a test key: seconds until the quota starts again, at 00:00 UTC.', 'integer'),
}

type ReplyHeader = keyof typeof REPLY_HEADERS

export function replyHeaders(endpoint: AnyEndpoint, location?: string): Json {
  const names: ReplyHeader[] = ['X-Request-Id', 'X-Quoin-Request-Id']
  if (endpoint.price !== 'free') names.push('X-Credits-Charged', 'X-Price-Book')
  if (isKeyed(endpoint)) names.push('X-Test-Quota-Limit', 'X-Test-Quota-Remaining', 'X-Test-Quota-Reset')
  return {
    ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...(location && { Location: header(`Where it can be read: \`${location}\`.`, 'string') }),
  }
}
