import { maskSecrets } from '../../kit/log.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { readJsonBody } from '../answer-body.ts'
import { classifyStatus, exchange, jsonRequest, type PlatformResponse, redactSecrets } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json } from '../session.ts'

/** A Mastodon server, and the token we use there. */
export interface Instance {
  readonly call: Call
  readonly origin: string
  readonly token?: string
}

export type Body = PlatformResponse['body']

export function getInstance(call: GrantCall): Instance {
  return { call, origin: call.tokens.extra?.['instance'] as string, token: call.tokens.access }
}

/** `mastodon.example`, `https://mastodon.example/` and `@alice@mastodon.example` all name one server. */
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

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly body?: Json
  readonly headers?: Record<string, string>
  readonly mutates?: boolean
  /** Parts of the body that must not appear in an error. */
  readonly secrets?: readonly string[]
}

export async function request(
  instance: Instance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, headers = {}, mutates = false, secrets = [] }: RequestOptions = {},
): Promise<Body> {
  const outbound = jsonRequest(method, buildInstanceUrl(instance, path, query), {
    headers,
    ...(instance.token !== undefined && { token: instance.token }),
    ...(body !== undefined && { body }),
  })
  return readJsonBody(await send(instance, outbound, { mutates, secrets }), mutates)
}

export function buildInstanceUrl(
  { origin }: Instance,
  path: string,
  query: NonNullable<RequestOptions['query']>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, one)
    else search.append(name, String(value))
  }
  const text = search.toString()
  return `${origin}${path}${text && `?${text}`}`
}

export async function send(
  { call, token }: Instance,
  outbound: OutboundRequest,
  { mutates = false, secrets = [] }: Pick<RequestOptions, 'mutates' | 'secrets'> = {},
): Promise<PlatformResponse> {
  return exchange(
    call.http,
    { deadlineMs: 20_000, ...outbound },
    {
      mutates,
      classify: (raw) => {
        const answer = redactSecrets(raw, [token, ...secrets])
        return classifyMessage(answer, call.now()) ?? classifyStatus(answer, mutates)
      },
    },
  )
}

/** Mastodon's `error` is a message without a code; for OAuth it is a code, with `error_description` beside it. */
function classifyMessage(answer: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  const code = typeof body?.error === 'string' ? body.error : ''
  const message = maskSecrets(String(body?.error_description ?? code)).slice(0, 300)
  const platformResponse = { status, message }
  const refuse = (rule: string, reason: string, remediation: string) =>
    new PlatformError('invalid', reason, { rule: `mastodon.${rule}`, platformResponse, remediation })
  if (status === 429)
    return new PlatformError('rate_limited', 'The server refuses more requests for now.', {
      platformResponse,
      retryAfterSeconds: secondsToWait(headers, now),
    })
  if ((status === 401 && code !== '') || code === 'invalid_grant')
    return new PlatformError('auth', 'The server no longer accepts this sign-in.', {
      platformResponse,
      remediation: 'Connect the account again.',
    })
  if (status === 403 && code.includes('scope'))
    return refuse('scope_missing', 'The sign-in does not allow this.', 'Connect the account again and allow it.')
  if (status === 403 && code.startsWith('Your login'))
    return refuse('login_disabled', message, 'Ask the moderators of the server.')
  if (status === 404 && code) return refuse('not_found', message, 'It may have been deleted on the server.')
  if (status >= 400 && status < 500 && status !== 408 && message)
    return refuse(status === 422 ? 'validation' : 'refused', message, 'Change what the message names and try again.')
  return undefined
}

/** Mastodon sends no `retry-after`: `x-ratelimit-reset` is a time by the server's own clock. */
function secondsToWait(headers: PlatformResponse['headers'], now: Date): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return after
  const reset = Date.parse(String(headers['x-ratelimit-reset']))
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return reset > 0 ? Math.max(1, Math.ceil((reset - from) / 1000)) : 60
}

export function isNotFound(error: unknown): boolean {
  return error instanceof PlatformError && error.rule === 'mastodon.not_found'
}

/** True when the server does not have this part of the API. */
export function isNotOffered(error: unknown): boolean {
  return error instanceof PlatformError && [404, 405, 410, 501].includes(error.platformResponse?.status ?? 0)
}
