import type { Static, TSchema } from 'typebox'
import { type ExchangeOptions, jsonRequest } from '../api/exchange.ts'
import { requestJson } from '../api/response.ts'
import type { GrantCall, Json } from '../session.ts'
import { classifyError, type GoogleApi } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

export interface RequestOptions<S extends TSchema> {
  /** The shape of a success. */
  readonly schema: S
  readonly query?: Query
  readonly body?: Json
  readonly mutates?: boolean
}

export function request<S extends TSchema>(
  api: GoogleApi,
  call: GrantCall,
  { method, url, schema, query = {}, body, mutates = false }: RequestOptions<S> & { method: Method; url: string },
): Promise<Static<S>> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  const outbound = jsonRequest(method, search.size > 0 ? `${url}?${search.toString()}` : url, {
    token: call.tokens.access,
    ...(body !== undefined && { body }),
  })
  const options = { schema, mutates, ...buildExchangeOptions(api, call) }
  return requestJson(api.platform, call, { deadlineMs: 20_000, ...outbound }, options)
}

/** Redacts the token and classifies Google's errors. */
export function buildExchangeOptions(
  api: GoogleApi,
  { tokens, now }: GrantCall,
): Pick<ExchangeOptions, 'secrets' | 'classify'> {
  return { secrets: [tokens.access], classify: (response) => classifyError(api, response, now()) }
}
