import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { readJsonBody } from '../answer-body.ts'
import type { Connector } from '../connector.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import type { GrantCall, Json } from '../session.ts'
import { readHeaderUsage } from '../usage.ts'
import { classifyX } from './errors.ts'
import { API_VERSION } from './platform.ts'

export const API_URL = `https://api.x.com/${API_VERSION}`

export type Body = PlatformResponse['body']

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Json
  readonly mutates?: boolean
}

export async function request(
  call: GrantCall,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query = {}, body, mutates = false }: RequestOptions = {},
): Promise<Body> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const outbound = jsonRequest(method, `${API_URL}${path}${search && `?${search}`}`, {
    token: call.tokens.access,
    ...(body !== undefined && { body }),
  })
  return readJsonBody(await send(call, { deadlineMs: 20_000, ...outbound }, mutates), mutates)
}

export function send(call: GrantCall, outbound: OutboundRequest, mutates = false): Promise<PlatformResponse> {
  return exchange(call.http, outbound, {
    mutates,
    classify: (raw) => {
      const answer = redactSecrets(raw, [call.tokens.access])
      return classifyX(answer, call.now()) ?? classifyStatus(answer, mutates)
    },
  })
}

/** The window of the endpoint, and the day of the person and of the app. */
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
