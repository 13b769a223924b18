import type { Readable } from 'node:stream'
import type { OpenAgent } from './agent.ts'
import { OutboundError } from './outbound-error.ts'
import { withUserAgent } from './user-agent.ts'

export interface OutboundDownload {
  readonly url: string
  readonly workspaceId?: string
  /** Sent again on redirects to any host: they must not contain secrets. */
  readonly headers?: Record<string, string>
  /** Time limit for the whole exchange, to the last byte. */
  readonly deadlineMs: number
  /** Time the server may send nothing. The reader's own time does not count. */
  readonly idleMs: number
  /** The lowest average speed over each period of `seconds` in which we wait for the server. */
  readonly slow?: { readonly seconds: number; readonly bytesPerSecond: number }
  readonly bytesMax: number
  readonly redirectsMax?: number
  readonly signal?: AbortSignal
}

/** A response whose body is read piece by piece. The caller must read it to its end, or close it. */
export interface OutboundStream {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: AsyncIterable<Buffer>
  close(): void
}

/** The guarded agent, and the checks that every URL has to pass. */
interface GuardedAgent {
  readonly send: OpenAgent['request']
  readonly check: (url: string) => URL
  readonly classify: (error: unknown) => unknown
}

export async function openStream(options: OutboundDownload, guarded: GuardedAgent): Promise<OutboundStream> {
  const abort = new AbortController()
  const tooLate = (ms: number) => abort.abort(new OutboundError('timeout', `No complete response within ${ms} ms`))
  const silent = () => abort.abort(new OutboundError('timeout', `The server sent nothing for ${options.idleMs} ms`))
  const abortByCaller = () => abort.abort(options.signal?.reason)
  const deadline = setTimeout(tooLate, options.deadlineMs, options.deadlineMs)
  if (options.signal?.aborted) abortByCaller()
  options.signal?.addEventListener('abort', abortByCaller, { once: true })
  const end = () => {
    clearTimeout(deadline)
    options.signal?.removeEventListener('abort', abortByCaller)
  }
  const explain = (error: unknown) =>
    abort.signal.aborted ? (abort.signal.reason as unknown) : guarded.classify(error)
  const withIdleTimeout = async <T>(wait: Promise<T>): Promise<T> => {
    const idle = setTimeout(silent, options.idleMs)
    try {
      return await wait
    } catch (error) {
      throw explain(error)
    } finally {
      clearTimeout(idle)
    }
  }

  try {
    abort.signal.throwIfAborted()
    const following = followRedirects(options, guarded, abort.signal)
    // After an abort the request may still fail or get a response: both are ignored.
    following.then(
      ({ body }) => abort.signal.aborted && discard(body),
      () => {},
    )
    const { status, headers, body } = await withIdleTimeout(Promise.race([following, expiry(abort.signal)]))
    const close = () => {
      end()
      discard(body)
    }
    return { status, headers, body: readChunks(body, options, withIdleTimeout, close), close }
  } catch (error) {
    end()
    throw error
  }
}

async function* readChunks(
  body: Readable,
  { bytesMax, slow }: OutboundDownload,
  withIdleTimeout: <T>(wait: Promise<T>) => Promise<T>,
  close: () => void,
): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    const checkPace = slow ? createPaceCheck(slow) : () => {}
    for (let size = 0; ; ) {
      const asked = performance.now()
      const { done, value } = await withIdleTimeout(chunks.next())
      if (done) return
      size += value.length
      checkPace(performance.now() - asked, value.length)
      if (size > bytesMax) throw new OutboundError('too_large', `The response is larger than ${bytesMax} bytes`)
      yield value
    }
  } finally {
    close()
  }
}

/** Adds up the time we waited for the server and the bytes it sent. The reader's own time does not count. */
function createPaceCheck({ seconds, bytesPerSecond }: NonNullable<OutboundDownload['slow']>) {
  let [waitedMs, bytes] = [0, 0]
  return (ms: number, length: number) => {
    waitedMs += ms
    bytes += length
    if (waitedMs < seconds * 1000) return
    if (bytes < (waitedMs / 1000) * bytesPerSecond)
      throw new OutboundError('too_slow', `The server sent ${bytes} bytes in ${Math.round(waitedMs / 1000)} seconds`)
    waitedMs = bytes = 0
  }
}

async function followRedirects(
  { url, headers = {}, redirectsMax = 0 }: OutboundDownload,
  guarded: GuardedAgent,
  signal: AbortSignal,
) {
  let at = guarded.check(url)
  for (let hop = 0; ; hop++) {
    const response = await guarded.send({
      origin: at.origin,
      path: at.pathname + at.search,
      method: 'GET',
      signal,
      headers: withUserAgent(headers),
    })
    const { location } = response.headers
    const isRedirect = response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string'
    if (!isRedirect || redirectsMax === 0)
      return { status: response.statusCode, headers: response.headers, body: response.body as Readable }
    discard(response.body)
    if (hop >= redirectsMax) throw new OutboundError('too_many_redirects', `More than ${redirectsMax} redirects`)
    const next = URL.parse(location, at.href)
    if (!next) throw new OutboundError('bad_url', 'A redirect does not lead to a URL')
    at = guarded.check(next.href)
  }
}

/** Rejects on abort: an exchange that is still resolving a name or connecting does not react to its signal. */
function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Closes the connection without reading the rest; the stream's error about that is ignored. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy()
}
