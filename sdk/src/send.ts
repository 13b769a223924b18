import { ApiError, ConnectionError, TimeoutError } from './errors.ts'
import type { OutgoingRequest, PricedOptions } from './options.ts'

/** Settings shared by all calls of a client. */
export interface Settings {
  readonly timeout: number
  readonly maxRetries: number
  readonly fetch: typeof fetch
  readonly onRequest: ((request: OutgoingRequest) => void | Promise<void>) | undefined
}

/** One logical call. All attempts send the same request. */
export interface Call {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Headers
  /** Key of the logical call, which identifies all pages of a list together. */
  readonly idempotencyKey: string | undefined
  readonly body: RequestInit['body']
  readonly isBytes: boolean
  readonly options: PricedOptions
}

/** Data of a response with values from its headers. */
export interface Answer<T> {
  readonly data: T
  readonly response: Response
  /** Identifies the call in receipts, logs and support requests. */
  readonly requestId: string | undefined
  readonly creditsCharged: number
  readonly priceBook: string | undefined
  /** True if the server returned the stored response of an earlier call. */
  readonly replayed: boolean
  readonly attempts: number
}

/** A longer wait is left to the caller. */
const RETRY_AFTER_MAX_S = 60
const BACKOFF_MAX_MS = 8000

/** Sends a call and retries temporary failures. `isRaw` leaves the body unread. */
export async function send<T>(settings: Settings, call: Call, isRaw: boolean): Promise<Answer<T>> {
  const { options, operation, method, url, headers } = call
  const maxRetries = options.maxRetries ?? settings.maxRetries
  for (let attempt = 1; ; attempt++) {
    options.signal?.throwIfAborted()
    await settings.onRequest?.({ operation, method, url, headers, attempt })
    const outcome = await attemptOnce<T>(settings, call, isRaw).catch((error: unknown) => {
      options.signal?.throwIfAborted()
      return error as Error
    })
    if (!(outcome instanceof Error)) return describe(outcome, attempt)
    const delayMs = delayAfter(outcome, attempt)
    if (attempt > maxRetries || delayMs === undefined) throw outcome
    await pause(delayMs, options.signal)
  }
}

interface AttemptResult<T> {
  readonly response: Response
  readonly data: T
}

async function attemptOnce<T>(settings: Settings, call: Call, isRaw: boolean): Promise<AttemptResult<T>> {
  const { method, url, headers, body, options, idempotencyKey: key } = call
  const timeout = options.timeout ?? settings.timeout
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeout)
  const signal = options.signal ? AbortSignal.any([late.signal, options.signal]) : late.signal
  try {
    const response = await settings.fetch(url, { method, headers, body: body ?? null, signal })
    if (!response.ok) throw new ApiError(response, await response.text(), key)
    return { response, data: (isRaw ? undefined : await read(response, call.isBytes)) as T }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (late.signal.aborted) throw new TimeoutError(`${call.operation}: no response within ${timeout} ms`, error, key)
    throw new ConnectionError(`${call.operation}: ${method} ${url} failed: ${describeCause(error)}`, error, key)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the body. Throws if it is truncated, which counts as a lost response. */
function read(response: Response, isBytes: boolean): Promise<unknown> {
  if (isBytes) return response.blob()
  return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.text()
}

/** Returns the reason of a failure. Undici throws `fetch failed` with the reason in the cause. */
function describeCause(error: unknown): string {
  const { message, cause } = error as Error
  return (cause as Error | undefined)?.message || message
}

function describe<T>({ response, data }: AttemptResult<T>, attempts: number): Answer<T> {
  const header = (name: string) => response.headers.get(name) ?? undefined
  return {
    data,
    response,
    requestId: header('x-quoin-request-id'),
    creditsCharged: Number(header('x-credits-charged') ?? 0),
    priceBook: header('x-price-book'),
    replayed: header('idempotency-replayed') === 'true',
    attempts,
  }
}

/** Returns the delay before the next attempt, or undefined if a retry would fail again. */
function delayAfter(error: Error, attempt: number): number | undefined {
  const jitter = 1 - Math.random() / 2
  const backoffMs = Math.min(BACKOFF_MAX_MS, 500 * 2 ** (attempt - 1)) * jitter
  if (!(error instanceof ApiError)) return error instanceof ConnectionError ? backoffMs : undefined
  const { status, code, headers } = error
  const passes = status === 429 ? code !== 'test_quota_exceeded' : status >= 500 || code === 'idempotency_in_progress'
  if (!passes) return undefined
  const after = headers.get('retry-after')
  if (!after) return backoffMs
  const seconds = Number(after) >= 0 ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  if (seconds > RETRY_AFTER_MAX_S) return undefined
  return seconds > 0 ? seconds * 1000 + 500 * Math.random() : backoffMs
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
}
