import { maskSecrets } from '../kit/log.ts'
import { OutboundError, type OutboundReply, type OutboundRequest } from '../kit/net/outbound.ts'
import { PlatformError } from './failure.ts'
import type { Http, Json } from './session.ts'
import { storable } from './storable.ts'

export interface ExchangeOptions {
  /** True for the calls that change something which a repeat would change twice: their silence is ambiguous. */
  readonly mutates?: boolean
  /** What the platform means by an answer that is no success; undefined leaves it to the status alone. */
  readonly judge?: (reply: Answer) => PlatformError | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: OutboundReply['headers']
  /** Undefined when the body is no JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- platforms answer bodies of every shape
  readonly body: any
  readonly text: string
}

/** Nothing was sent: the name, the address or the connection was refused before a byte of the request left. */
const UNSENT = new Set(['bad_url', 'blocked_address', 'dns_failed'])

/** One exchange with a platform, in the vocabulary of failures: what comes back is a success. */
export async function exchange(http: Http, request: OutboundRequest, options: ExchangeOptions = {}): Promise<Answer> {
  const { mutates = false, judge } = options
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
  if (reply.status >= 200 && reply.status < 300) return answer
  throw judge?.(answer) ?? judgeStatus(answer, mutates)
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

/** What a status means where the platform does not say it better. A bare 401 or 403 does not disconnect anybody. */
export function judgeStatus(answer: Answer, mutates: boolean): PlatformError {
  const { status, headers } = answer
  const platformResponse = { status, message: excerpt(answer.text) }
  if (status === 429) {
    const seconds = retryAfterSeconds(headers['retry-after'])
    return new PlatformError('rate_limited', 'The platform asks to slow down.', {
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
    return storable(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Enough of an answer for a person to understand it, without what looks like a secret. */
function excerpt(text: string): string {
  return maskSecrets(text).slice(0, 300)
}
