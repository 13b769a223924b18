import { maskSecrets } from '../../kit/log.ts'
import type { OutboundRequest } from '../../kit/net/outbound.ts'
import { bodyOf, scrub } from '../answer.ts'
import { type Answer, exchange, jsonRequest, judgeStatus } from '../exchange.ts'
import { PlatformError } from '../failure.ts'
import type { Call, GrantCall, Json } from '../session.ts'

/** A server that speaks XRPC, and as whom we speak to it. */
export interface Door {
  readonly call: Call
  readonly host: string
  readonly token?: string
}

type Params = Readonly<Record<string, string | number | readonly string[]>>
export type Body = Answer['body']

/** The person's own data server; it passes `app.bsky.*` on to Bluesky's index. */
export function doorOf(call: GrantCall): Door {
  return { call, host: call.tokens.extra?.['pds'] as string, token: call.tokens.access }
}

export function query(door: Door, method: string, params: Params = {}): Promise<Body> {
  const request = jsonRequest('GET', addressOf(door, method, params), door.token ? { token: door.token } : {})
  return send(door, request)
}

export interface Procedure {
  readonly body?: Json
  readonly mutates?: boolean
  /** What is in the body and must not come back in an error. */
  readonly secret?: string
}

export function procedure(door: Door, method: string, { body, mutates, secret }: Procedure = {}): Promise<Body> {
  const request = jsonRequest('POST', addressOf(door, method), {
    ...(door.token !== undefined && { token: door.token }),
    ...(body !== undefined && { body }),
  })
  return send(door, request, { mutates: mutates ?? false, ...(secret !== undefined && { secret }) })
}

export function addressOf({ host }: Door, method: string, params: Params = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) for (const one of [value].flat()) search.append(name, String(one))
  const text = search.toString()
  return `${host}/xrpc/${method}${text && `?${text}`}`
}

export interface SendOptions {
  readonly mutates?: boolean
  readonly secret?: string
  /** Looks at a refusal first. */
  readonly judge?: (answer: Answer) => PlatformError | undefined
}

/** Which of the network's codes mean what is said here and nowhere else. */
export async function send({ call, token }: Door, request: OutboundRequest, options: SendOptions = {}): Promise<Body> {
  const { mutates = false, secret, judge } = options
  const answered = await exchange(
    call.http,
    { deadlineMs: 15_000, ...request },
    {
      mutates,
      judge: (raw) => {
        const answer = scrub(raw, [token, secret])
        return judge?.(answer) ?? judgeCode(answer, call.now()) ?? judgeStatus(answer, mutates)
      },
    },
  )
  return bodyOf(answered, mutates)
}

const DEAD = {
  ExpiredToken: 'The sign-in has expired.',
  InvalidToken: 'Bluesky does not accept this sign-in any more.',
  AuthenticationRequired: 'The handle or the app password is wrong.',
  AuthFactorTokenRequired: 'This account asks for a code by email when its main password is used.',
  AccountTakedown: 'Bluesky has taken this account down.',
  AccountSuspended: 'Bluesky has suspended this account.',
  AccountDeactivated: 'The account is deactivated.',
} as const

function judgeCode(answer: Answer, now: Date): PlatformError | undefined {
  const { status, headers, body } = answer
  const code = typeof body?.error === 'string' ? body.error : ''
  const said = maskSecrets(typeof body?.message === 'string' ? body.message : '').slice(0, 300)
  const platformResponse = { status, code, message: said }
  if (status === 429)
    return new PlatformError('rate_limited', 'Bluesky asks to slow down.', {
      platformResponse,
      retryAfterSeconds: secondsToWait(headers, now),
    })
  if (code in DEAD)
    return new PlatformError('auth', DEAD[code as keyof typeof DEAD], {
      platformResponse,
      remediation: 'Connect the account again with an app password (Settings, Privacy and security, App passwords).',
    })
  // What was uploaded and is not used in time is thrown away; it is uploaded again before the next attempt.
  if (code === 'BlobNotFound')
    return new PlatformError('unavailable', 'Bluesky has forgotten the uploaded media.', {
      platformResponse,
      isStale: true,
    })
  if (status >= 400 && status < 500 && status !== 408 && code)
    return new PlatformError('invalid', said || `Bluesky refuses: ${code}.`, {
      platformResponse,
      rule: `bluesky.${snake(code)}`,
    })
  return undefined
}

/** `ratelimit-reset` is a Unix time; the server's own `date` is what it counts from. */
function secondsToWait(headers: Answer['headers'], now: Date): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return after
  const reset = Number(headers['ratelimit-reset'])
  const from = Date.parse(String(headers['date'])) || now.getTime()
  return reset > 0 ? Math.max(1, Math.ceil(reset - from / 1000)) : 60
}

function snake(code: string): string {
  return code.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}
