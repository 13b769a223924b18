import { maskSecrets } from '../../kit/log.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { bodyOf, scrub } from '../answer.ts'
import { type Answer, exchange, jsonRequest, judgeStatus } from '../exchange.ts'
import { PlatformError } from '../failure.ts'
import type { Call, GrantCall, Json } from '../session.ts'

/** A server of the network, and as whom we speak to it. */
export interface Door {
  readonly call: Call
  readonly origin: string
  readonly token?: string
}

export type Body = Answer['body']

export function doorOf(call: GrantCall): Door {
  return { call, origin: call.tokens.extra?.['instance'] as string, token: call.tokens.access }
}

/** `mastodon.example`, `https://mastodon.example/` and `@alice@mastodon.example` all name one server. */
export function originOf(instance: string): string {
  const name = instance.trim()
  const url = name.includes('://') ? name : `https://${name.split('@').at(-1)}`
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new PlatformError('invalid', 'This names no server.', {
      rule: 'mastodon.instance.invalid',
      remediation: 'Give the name of the server, such as mastodon.social.',
    })
  return new URL(url).origin
}

export interface Ask {
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly body?: Json
  readonly headers?: Record<string, string>
  readonly mutates?: boolean
  /** What is in the body and must not come back in an error. */
  readonly secrets?: readonly string[]
}

export async function ask(
  door: Door,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { query = {}, body, headers = {}, mutates = false, secrets = [] }: Ask = {},
): Promise<Body> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, one)
    else search.append(name, String(value))
  }
  const text = search.toString()
  const request = jsonRequest(method, `${door.origin}${path}${text && `?${text}`}`, {
    headers,
    ...(door.token !== undefined && { token: door.token }),
    ...(body !== undefined && { body }),
  })
  return bodyOf(await send(door, request, { mutates, secrets }), mutates)
}

export async function send(
  { call, token }: Door,
  request: OutboundRequest,
  { mutates = false, secrets = [] }: Pick<Ask, 'mutates' | 'secrets'> = {},
): Promise<Answer> {
  return exchange(
    call.http,
    { deadlineMs: 20_000, ...request },
    {
      mutates,
      judge: (raw) => {
        const answer = scrub(raw, [token, ...secrets])
        return judge(answer, call.now()) ?? judgeStatus(answer, mutates)
      },
    },
  )
}

/** Mastodon tells errors in words alone: `error`, and for OAuth `error` as a code with `error_description`. */
function judge(answer: Answer, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  const code = typeof body?.error === 'string' ? body.error : ''
  const said = maskSecrets(String(body?.error_description ?? code)).slice(0, 300)
  const platformResponse = { status, message: said }
  const refuse = (rule: string, message: string, remediation: string) =>
    new PlatformError('invalid', message, { rule: `mastodon.${rule}`, platformResponse, remediation })
  if (status === 429)
    return new PlatformError('rate_limited', 'The server asks to slow down.', {
      platformResponse,
      retryAfterSeconds: secondsToWait(headers, now),
    })
  if ((status === 401 && code !== '') || code === 'invalid_grant')
    return new PlatformError('auth', 'The server does not accept this sign-in any more.', {
      platformResponse,
      remediation: 'Connect the account again.',
    })
  if (status === 403 && code.includes('scope'))
    return refuse('scope_missing', 'The sign-in does not cover this.', 'Connect the account again and allow it.')
  if (status === 403 && code.startsWith('Your login'))
    return refuse('login_disabled', said, 'Ask the moderators of the server.')
  if (status === 404 && code) return refuse('not_found', said, 'It may have been deleted on the server.')
  if (status >= 400 && status < 500 && status !== 408 && said)
    return refuse(status === 422 ? 'validation' : 'refused', said, 'Change what the message names and try again.')
  return undefined
}

/** There is no `retry-after`: `x-ratelimit-reset` is a moment, by the server's own clock. */
function secondsToWait(headers: Answer['headers'], now: Date): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return after
  const reset = Date.parse(String(headers['x-ratelimit-reset']))
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return reset > 0 ? Math.max(1, Math.ceil((reset - from) / 1000)) : 60
}

export function isNotFound(error: unknown): boolean {
  return error instanceof PlatformError && error.rule === 'mastodon.not_found'
}
