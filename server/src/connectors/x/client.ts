import type { Static, TSchema } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { jsonRequest } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import { readHeaderUsage } from '../api/usage.ts'
import type { Connector } from '../connector.ts'
import type { GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { API_VERSION, x } from './platform.ts'

export const API_URL = `https://api.x.com/${API_VERSION}`

/** An id of a post, person, message or file. It grows with time, so ids are compared as numbers. */
export const Snowflake = Type.String({ pattern: '^[0-9]{1,19}$' })

/** A response whose fields are not used. */
export const Acknowledgment = Type.Object({})

interface SendOptions<S extends TSchema> {
  /** The shape of the response. */
  readonly schema: S
  readonly mutates?: boolean
}

interface RequestOptions<S extends TSchema> extends SendOptions<S> {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Json
}

export async function request<S extends TSchema>(
  call: GrantCall,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query = {}, body, ...options }: RequestOptions<S>,
): Promise<Static<S>> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const url = `${API_URL}${path}${search && `?${search}`}`
  const outbound = jsonRequest(method, url, body === undefined ? {} : { body })
  return send(call, { deadlineMs: 20_000, ...outbound }, options)
}

/** Sends a request with the token, also one whose body is a file. */
export function send<S extends TSchema>(
  call: GrantCall,
  outbound: OutboundRequest,
  options: SendOptions<S>,
): Promise<Static<S>> {
  const token = call.tokens.access
  return requestJson(
    x,
    call,
    { ...outbound, headers: { ...outbound.headers, authorization: `Bearer ${token}` } },
    { ...options, secrets: [token], classify: (response) => classifyError(response, call.now()) },
  )
}

/** Limits of the endpoint's window, and of 24 hours of the person and of the app. */
const WINDOWS = [
  ['account', 'x-rate-limit'],
  ['account', 'x-user-limit-24hour'],
  ['app', 'x-app-limit-24hour'],
] as const

export const readUsage: NonNullable<Connector['readUsage']> = (headers, now) =>
  WINDOWS.flatMap(([scope, prefix]) =>
    readHeaderUsage(scope, {
      limit: headers[`${prefix}-limit`],
      remaining: headers[`${prefix}-remaining`],
      resetSeconds: Math.ceil(Number(headers[`${prefix}-reset`] ?? 0) - now.getTime() / 1000),
    }),
  )
