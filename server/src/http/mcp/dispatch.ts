import type { FastifyInstance } from 'fastify'
import type { Principal } from '../../kit/context.ts'
import type { Operation } from '../openapi/operations-list.ts'
import type { Input } from './inputs.ts'

/** The key of a request to /mcp, and the parts of that request that its tools use. */
export interface Caller {
  readonly principal: Principal
  readonly authorization: string
  readonly address: string
  readonly requestId: string
  /** X-Max-Credits of the request to /mcp: none of its calls may cost more. */
  readonly maxCredits: number | undefined
}

export interface ApiResponse {
  readonly status: number
  readonly requestId: string
  readonly credits: number
  readonly isReplayed: boolean
  readonly retryAfter: string | undefined
  readonly text: string
  /** Undefined when the response is not JSON. */
  readonly body: Record<string, unknown> | undefined
}

type InjectedResponse = Awaited<ReturnType<FastifyInstance['inject']>>

export type Arguments = Readonly<Record<string, unknown>>
/** Makes the request of an operation. */
export type Dispatch = (
  operation: Operation,
  inputs: ReadonlyMap<string, Input>,
  args: Arguments,
  guards?: { readonly maxCredits?: number; readonly idempotencyKey?: string },
) => Promise<ApiResponse>

/**
 * Tools go through the routes of the API like any request: key, scope, limits, schema, test responses, idempotency, credits,
 * log.
 */
export function dispatcherFor(app: FastifyInstance, caller: Caller): Dispatch {
  return async (operation, inputs, args, { maxCredits, idempotencyKey } = {}) => {
    const { endpoint } = operation
    const { url, body } = placeInputs(operation, inputs, args)
    const headers = {
      authorization: caller.authorization,
      // Links the log lines to the request to /mcp.
      'x-request-id': `mcp:${caller.requestId}`,
      ...(maxCredits !== undefined && { 'x-max-credits': String(maxCredits) }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const payload = body && { payload: JSON.stringify(body) }
    try {
      const { address: remoteAddress } = caller
      return readResponse(await app.inject({ method: endpoint.method, url, remoteAddress, headers, ...payload }))
    } catch (error) {
      if ((error as { code?: string }).code === 'FST_ERR_REOPENED_CLOSE_SERVER') return STOPPING
      throw error
    }
  }
}

/** The port is about to close: no new request begins, not even one of our own. */
const STOPPING: ApiResponse = {
  status: 503,
  requestId: '',
  credits: 0,
  isReplayed: false,
  retryAfter: '1',
  text: '',
  body: { code: 'unavailable', detail: 'This server is stopping. Nothing was done.' },
}

function readResponse({ statusCode, headers, body }: InjectedResponse): ApiResponse {
  const header = (name: string) => {
    const value = headers[name]
    return value === undefined ? undefined : String(value)
  }
  const isJson = /\/(?:problem\+)?json/.test(header('content-type') ?? '')
  return {
    status: statusCode,
    requestId: header('x-quoin-request-id') ?? '',
    credits: Number(header('x-credits-charged') ?? 0),
    isReplayed: header('idempotency-replayed') === 'true',
    retryAfter: header('retry-after'),
    text: body,
    body: isJson ? (JSON.parse(body) as Record<string, unknown>) : undefined,
  }
}

function placeInputs({ endpoint }: Operation, inputs: ReadonlyMap<string, Input>, args: Arguments) {
  const path: Record<string, string> = {}
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  for (const [argument, value] of Object.entries(args)) {
    const input = inputs.get(argument)
    if (input?.where === 'path') path[input.name] = stringifyArgument(value)
    if (input?.where === 'query' && value !== null) query.set(input.name, stringifyArgument(value))
    if (input?.where === 'body') body[input.name] = value
  }
  const place = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return { url: `${place}${search}`, body: endpoint.body ? body : undefined }
}

function stringifyArgument(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
