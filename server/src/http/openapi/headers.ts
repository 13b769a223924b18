import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import {
  EventId,
  IdempotencyKey,
  IfMatchHeader,
  MaxCredits,
  Range,
  RequestId,
  WorkspaceHeader,
} from '../../kit/declare/headers.ts'
import { isInWorkspace, isKeyed, mayCharge } from './access.ts'
import { type Json, withIntegerFormat } from './schemas.ts'

/** Lists the headers, besides Authorization, that change a call. */
export function headerParameters(endpoint: AnyEndpoint): Json[] {
  const list: Json[] = []
  if (endpoint.method !== 'GET' && endpoint.access !== 'public')
    list.push(
      named(
        'Idempotency-Key',
        'A stable string per logical operation: a retry with the same key returns the original result.',
        IdempotencyKey,
        endpoint.special.needsIdempotencyKey ?? false,
      ),
    )
  if (isInWorkspace(endpoint))
    list.push(
      named(
        'X-Quoin-Workspace',
        'With a session: the id of the workspace. Not needed with an API key.',
        WorkspaceHeader,
      ),
    )
  if (mayCharge(endpoint))
    list.push(named('X-Max-Credits', 'Refuses the call if it could cost more than this.', MaxCredits))
  if (endpoint.special.versioned && endpoint.method !== 'GET')
    list.push(
      named(
        'If-Match',
        'The `ETag` of the resource as you read it: the call is refused with 412 if it has changed since.',
        IfMatchHeader,
      ),
    )
  if (endpoint.special.lasts)
    list.push(named('Last-Event-ID', 'The last id received: the stream continues after it.', EventId))
  if (endpoint.special.takesRange) list.push(named('Range', 'The part of the file to read: `bytes=0-1023`.', Range))
  list.push(
    named('X-Request-Id', 'Your own id of the request, for your logs. Ignored if it has another format.', RequestId),
  )
  return list
}

function named(name: string, description: string, schema: object, required = false): Json {
  return { name, in: 'header', required, description, schema: withIntegerFormat({ ...schema }) }
}

/** Returns the same parameters as references to components, which are defined when first used. */
export function headerReferences(endpoint: AnyEndpoint, parameters: Record<string, Json>): Json[] {
  return headerParameters(endpoint).map((parameter) => {
    const name = `${String(parameter['name'])}${parameter['required'] ? '-Required' : ''}`
    parameters[name] ??= parameter
    return { $ref: `#/components/parameters/${name}` }
  })
}

const header = (description: string, type: string) => ({ description, schema: withIntegerFormat({ type }) })

export const REPLY_HEADERS = {
  'X-Request-Id': header('The `X-Request-Id` you sent, or ours when you sent none.', 'string'),
  'X-Quoin-Request-Id': header('Our id of this request, used in receipts and logs.', 'string'),
  'X-Credits-Charged': header('Credits charged for the call.', 'integer'),
  'X-Price-Book': header('The price book that priced it.', 'string'),
  'X-Test-Quota-Limit': header('With a test key: calls per UTC day of the workspace.', 'integer'),
  'X-Test-Quota-Remaining': header('With a test key: calls left today.', 'integer'),
  'X-Test-Quota-Reset': header('With a test key: seconds until the quota resets, at 00:00 UTC.', 'integer'),
}

type ReplyHeader = keyof typeof REPLY_HEADERS

export function replyHeaders(endpoint: AnyEndpoint, location?: string): Json {
  const names: ReplyHeader[] = ['X-Request-Id', 'X-Quoin-Request-Id']
  if (endpoint.price !== 'free') names.push('X-Credits-Charged', 'X-Price-Book')
  if (isKeyed(endpoint)) names.push('X-Test-Quota-Limit', 'X-Test-Quota-Remaining', 'X-Test-Quota-Reset')
  return {
    ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...(endpoint.special.versioned && { ETag: header('The version of the resource, for `If-Match`.', 'string') }),
    ...(location && { Location: header(`The URL of the resource: \`${location}\`.`, 'string') }),
  }
}
