import { readJsonBody } from '../answer-body.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Http, Json } from '../session.ts'
import { classifyGoogle, type GoogleErrors } from './errors.ts'

/** One of Google's APIs as a connector uses it. */
export interface GoogleApi {
  /** The id of our platform, for the names of rules. */
  readonly platform: string
  /** The errors that only this API has. */
  readonly errors: GoogleErrors
}

export type Body = PlatformResponse['body']

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly body?: Json
  readonly mutates?: boolean
}

export async function request(
  api: GoogleApi,
  call: GrantCall,
  [method, url]: readonly ['GET' | 'POST' | 'PUT' | 'DELETE', string],
  { query = {}, body, mutates = false }: RequestOptions = {},
): Promise<Body> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  const text = search.toString()
  const outbound = jsonRequest(method, `${url}${text && `?${text}`}`, {
    token: call.tokens.access,
    ...(body !== undefined && { body }),
  })
  return readJsonBody(await send(api, call, { deadlineMs: 20_000, ...outbound }, { mutates }), mutates)
}

export async function send(
  { platform, errors }: GoogleApi,
  { http, tokens, now }: GrantCall,
  outbound: Parameters<Http>[0],
  { mutates = false, accepts }: { mutates?: boolean; accepts?: number } = {},
): Promise<PlatformResponse> {
  return exchange(http, outbound, {
    mutates,
    ...(accepts !== undefined && { accepts }),
    classify: (raw) => {
      const answer = redactSecrets(raw, [tokens.access])
      return classifyGoogle(platform, errors, answer, now()) ?? classifyStatus(answer, mutates)
    },
  })
}

export function isNotFound(error: unknown): boolean {
  return error instanceof PlatformError && (error.rule?.endsWith('.resource.not_found') ?? false)
}
