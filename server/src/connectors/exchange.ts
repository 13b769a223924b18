import { maskSecrets } from '../kit/log.ts'
import type { OutboundReply, OutboundRequest } from '../kit/net/outbound.ts'
import { OutboundError } from '../kit/net/outbound-error.ts'
import { PlatformError } from './platform-error.ts'
import type { Http, Json } from './session.ts'
import { toStorable } from './storable-value.ts'

export interface ExchangeOptions {
  /** True for calls whose repeat would have a second effect: no answer means an ambiguous outcome. */
  readonly mutates?: boolean
  /** A status that is an answer like a success, such as 308 for an upload that goes on. */
  readonly accepts?: number
  /** Reads the platform's own error from an answer that is not a success; undefined falls back to the status. */
  readonly classify?: (reply: Answer) => PlatformError | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: OutboundReply['headers']
  /** Undefined when the body is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- platforms answer bodies of every shape
  readonly body: any
  readonly text: string
}

/** Reasons that mean that nothing was sent: the name or the address was refused before the connection was made. */
const UNSENT = new Set(['bad_url', 'blocked_address', 'dns_failed'])

/** Sends one request to a platform. Returns only successes; everything else is thrown as a `PlatformError`. */
export async function exchange(http: Http, request: OutboundRequest, options: ExchangeOptions = {}): Promise<Answer> {
  const { mutates = false, accepts, classify } = options
  let reply: OutboundReply
  try {
    reply = await http(request)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isUnsent = UNSENT.has(error.reason) || isRefused(error)
    throw new PlatformError(mutates && !isUnsent ? 'ambiguous' : 'unavailable', error.message, { cause: error })
  }
  const text = reply.body.toString('utf8')
  const answer = { status: reply.status, headers: reply.headers, body: parse(text), text }
  if ((reply.status >= 200 && reply.status < 300) || reply.status === accepts) return answer
  throw classify?.(answer) ?? classifyStatus(answer, mutates)
}

/** True when the platform's answer is larger than what is read of an answer: a smaller page may fit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof OutboundError && error.cause.reason === 'too_large'
}

export function jsonRequest(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  { body, token, headers = {} }: { body?: Json; token?: string; headers?: Record<string, string> } = {},
): OutboundRequest {
  return {
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

/** What a status means when the body does not say more. A bare 401 or 403 is `invalid`: it signs no account out. */
export function classifyStatus(answer: Answer, mutates: boolean): PlatformError {
  const { status, headers } = answer
  const platformResponse = { status, message: excerpt(answer.text) }
  if (status === 429) {
    const seconds = retryAfterSeconds(headers['retry-after'])
    return new PlatformError('rate_limited', 'The platform refuses more requests for now.', {
      platformResponse,
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    })
  }
  if (status >= 500 || status === 408)
    return new PlatformError(mutates ? 'ambiguous' : 'unavailable', `The platform answered ${status}.`, {
      platformResponse,
    })
  return new PlatformError('invalid', `The platform refused with ${status}.`, { platformResponse })
}

function retryAfterSeconds(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

function isRefused(error: OutboundError): boolean {
  return (error.cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED'
}

function parse(text: string): unknown {
  try {
    return toStorable(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The start of an answer, for people to read, with secrets masked. */
function excerpt(text: string): string {
  return maskSecrets(text).slice(0, 300)
}
