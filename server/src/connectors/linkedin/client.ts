import { readJsonBody } from '../answer-body.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classifyLinkedIn } from './errors.ts'
import { API_VERSION } from './platform.ts'

export const API_URL = 'https://api.linkedin.com'

export type Body = PlatformResponse['body']

export interface RequestOptions {
  /** Rest.li 2.0 has its own notation of lists and records, so values are encoded by `encode` and `encodeList`. */
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Json
  /** `X-RestLi-Method`, where the HTTP method does not say it. */
  readonly restliMethod?: 'FINDER' | 'BATCH_GET' | 'DELETE'
  readonly mutates?: boolean
}

export async function send(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, restliMethod, mutates = false }: RequestOptions = {},
): Promise<PlatformResponse> {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const url = `${API_URL}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const outbound = jsonRequest(method, url, {
    token: call.tokens.access,
    headers: {
      'linkedin-version': API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(restliMethod && { 'x-restli-method': restliMethod }),
    },
    ...(body !== undefined && { body }),
  })
  return exchange(call.http, { ...outbound, deadlineMs: 20_000 }, classification(call, call.tokens.access, mutates))
}

export async function request(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: RequestOptions = {},
): Promise<Body> {
  return readJsonBody(await send(call, method, path, options), options.mutates ?? false)
}

export function classification(call: Call, token: string, mutates = false) {
  return {
    mutates,
    classify: (raw: PlatformResponse) => {
      const answer = redactSecrets(raw, [token])
      return classifyLinkedIn(answer, call.now()) ?? classifyStatus(answer, mutates)
    },
  }
}

/** `encodeURIComponent` leaves parentheses, which have a meaning in Rest.li. */
export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29')
}

export const encodeList = (values: readonly string[]) => `List(${values.map(encode).join(',')})`
