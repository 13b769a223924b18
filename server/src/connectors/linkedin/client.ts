import type { Static, TSchema } from 'typebox'
import { type ExchangeOptions, exchange, jsonRequest, type PlatformResponse } from '../api/exchange.ts'
import { readResponse } from '../api/response.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { API_VERSION, linkedin } from './platform.ts'

export const API_URL = 'https://api.linkedin.com'

interface SendOptions {
  /** Rest.li 2.0 has its own notation of lists and records, so values are encoded by `encode` and `encodeList`. */
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Json
  /** `X-RestLi-Method`, where it does not follow from the HTTP method. */
  readonly restliMethod?: 'FINDER' | 'BATCH_GET' | 'DELETE'
  readonly mutates?: boolean
}

interface RequestOptions<S extends TSchema> extends SendOptions {
  /** The shape of the response. */
  readonly schema: S
}

/** Sends a request whose response has no body, or whose headers are needed. */
export async function send(
  call: GrantCall,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, restliMethod, mutates = false }: SendOptions,
): Promise<PlatformResponse> {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const url = `${API_URL}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
  const token = call.tokens.access
  const outbound = jsonRequest(method, url, {
    token,
    headers: {
      'linkedin-version': API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(restliMethod && { 'x-restli-method': restliMethod }),
    },
    ...(body !== undefined && { body }),
  })
  return exchange(call.http, { ...outbound, deadlineMs: 20_000 }, { mutates, ...buildExchangeOptions(call, token) })
}

export async function request<S extends TSchema>(
  call: GrantCall,
  method: 'GET' | 'POST',
  path: string,
  { schema, mutates = false, ...options }: RequestOptions<S>,
): Promise<Static<S>> {
  const response = await send(call, method, path, { mutates, ...options })
  return readResponse(linkedin, response, schema, { mutates, secrets: [call.tokens.access], report: call.report })
}

/** Builds the options that every exchange with LinkedIn has. */
export function buildExchangeOptions(call: Call, token: string) {
  return {
    secrets: [token],
    classify: (response) => classifyError(response, call.now()),
  } satisfies ExchangeOptions
}

/** Encodes parentheses too, which `encodeURIComponent` leaves and which have a meaning in Rest.li. */
export function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('(', '%28').replaceAll(')', '%29')
}

export const encodeList = (values: readonly string[]) => `List(${values.map(encode).join(',')})`
