import { maskSecrets } from '../../kit/log/log.ts'
import type { OutboundReply, OutboundRequest } from '../../kit/net/outbound.ts'
import { OutboundError } from '../../kit/net/outbound-error.ts'
import { PlatformError } from '../platform-error.ts'
import type { Http, Json } from '../session.ts'
import { toStorable } from './storable-value.ts'

export interface ExchangeOptions {
  /** True for calls whose repeat would have a second effect: without a response the outcome is ambiguous. */
  readonly mutates?: boolean
  /** Another status that is a success, such as 308 for an upload that goes on. */
  readonly accepts?: number
  /** Secrets of the request. A platform may repeat them: they are removed from the response before an error or the log shows it. */
  readonly secrets?: readonly (string | undefined)[]
  /** Reads the platform's own error from a response that is not a success; undefined falls back to the status. */
  readonly classify?: (response: PlatformResponse) => PlatformError | undefined
}

export interface PlatformResponse {
  readonly status: number
  readonly headers: OutboundReply['headers']
  /** Undefined when the body is not JSON. */
  readonly body: unknown
  readonly text: string
}

/** Failures before anything was sent: the name or the address was refused before the connection was made. */
const UNSENT = new Set(['bad_url', 'blocked_address', 'dns_failed'])

/** Sends one request to a platform. Returns only successes; everything else is thrown as a `PlatformError`. */
export async function exchange(
  http: Http,
  request: OutboundRequest,
  options: ExchangeOptions = {},
): Promise<PlatformResponse> {
  const { mutates = false, accepts, secrets = [], classify } = options
  let reply: OutboundReply
  try {
    reply = await http(request)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isUnsent = UNSENT.has(error.reason) || isRefused(error)
    throw new PlatformError(mutates && !isUnsent ? 'ambiguous' : 'unavailable', error.message, { cause: error })
  }
  const text = reply.body.toString('utf8')
  const response = { status: reply.status, headers: reply.headers, body: parse(text), text }
  if ((reply.status >= 200 && reply.status < 300) || reply.status === accepts) return response
  const refusal = redactSecrets(response, secrets)
  throw classify?.(refusal) ?? classifyStatus(refusal, mutates)
}

/** Removes secrets from a response that repeats them. */
export function redactSecrets(response: PlatformResponse, secrets: readonly (string | undefined)[]): PlatformResponse {
  let { text } = response
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, '[redacted]')
  return text === response.text ? response : { ...response, text, body: parse(text) }
}

/** Returns true if the response was larger than `bytesMax`: a smaller page may fit. */
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

/** Returns the error of a response whose body does not say more. A bare 401 or 403 is `invalid`: it signs no account out. */
export function classifyStatus({ status, headers, text }: PlatformResponse, mutates: boolean): PlatformError {
  const platformResponse = { status, message: excerpt(text) }
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

/** The start of a response, for people to read, with secrets masked. */
function excerpt(text: string): string {
  return maskSecrets(text).slice(0, 300)
}
