import type { Static, TSchema } from 'typebox'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { exchange, jsonRequest, type PlatformResponse } from '../api/exchange.ts'
import { readResponse } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json } from '../session.ts'
import { classifyError } from './errors.ts'
import { mastodon } from './platform.ts'

/** A Mastodon server, and the token we use there. */
export interface Instance {
  readonly call: Call
  readonly origin: string
  readonly token?: string
}

export function getInstance(call: GrantCall): Instance {
  return { call, origin: call.tokens.extra?.['instance'] as string, token: call.tokens.access }
}

/** Parses the name of a server: `mastodon.example`, `https://mastodon.example/` or `@alice@mastodon.example`. */
export function parseInstanceOrigin(instance: string): string {
  const name = instance.trim()
  const url = name.includes('://') ? name : `https://${name.split('@').at(-1)}`
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new PlatformError('invalid', 'This is not the name of a server.', {
      rule: 'mastodon.instance.invalid',
      remediation: 'Send the name of the server, such as mastodon.social.',
    })
  return new URL(url).origin
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

interface SendOptions {
  readonly mutates?: boolean
  /** Parts of the body that must not appear in an error. */
  readonly secrets?: readonly string[]
}

interface RequestOptions<S extends TSchema> extends SendOptions {
  /** The shape of a success. */
  readonly schema: S
  readonly query?: Query
  readonly body?: Json
  readonly headers?: Record<string, string>
}

export async function request<S extends TSchema>(
  instance: Instance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { schema, query = {}, body, headers = {}, ...options }: RequestOptions<S>,
): Promise<Static<S>> {
  const outbound = jsonRequest(method, buildInstanceUrl(instance, path, query), {
    headers,
    ...(instance.token !== undefined && { token: instance.token }),
    ...(body !== undefined && { body }),
  })
  return read(instance, await send(instance, outbound, options), schema, options)
}

export function buildInstanceUrl({ origin }: Instance, path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, one)
    else search.append(name, String(value))
  }
  const text = search.toString()
  return `${origin}${path}${text && `?${text}`}`
}

/** Sends a request whose response has more than JSON, or none. Returns only successes. */
export async function send(
  { call, token }: Instance,
  outbound: OutboundRequest,
  { mutates = false, secrets = [] }: SendOptions = {},
): Promise<PlatformResponse> {
  return exchange(
    call.http,
    { deadlineMs: 20_000, ...outbound },
    { mutates, secrets: [token, ...secrets], classify: (response) => classifyError(response, call.now()) },
  )
}

/** Reads a response of `send`. */
export function read<S extends TSchema>(
  { call, token }: Instance,
  response: PlatformResponse,
  schema: S,
  { mutates = false, secrets = [] }: SendOptions = {},
): Static<S> {
  return readResponse(mastodon, response, schema, { mutates, secrets: [token, ...secrets], report: call.report })
}
