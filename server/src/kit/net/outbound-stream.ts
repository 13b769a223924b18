import type { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { OutboundError } from './outbound-error.ts'

export interface OutboundDownload {
  readonly url: string
  readonly workspaceId?: string
  /** They go along on redirects, wherever those lead: nothing secret. */
  readonly headers?: Record<string, string>
  /** Over the whole exchange, its last byte included. */
  readonly deadlineMs: number
  /** How long the other side may be silent; the time the reader takes does not count. */
  readonly idleMs: number
  /** What the other side has to send on average while it is waited for, over each period of so many seconds. */
  readonly slow?: { readonly seconds: number; readonly bytesPerSecond: number }
  readonly bytesMax: number
  readonly redirectsMax?: number
  readonly signal?: AbortSignal
}

/** An answer whose body comes piece by piece. Read it to its end, or close it. */
export interface OutboundStream {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: AsyncIterable<Buffer>
  close(): void
}

/** The guarded agent, and the rules that every address has to pass. */
interface Door {
  readonly agent: Dispatcher
  readonly check: (url: string) => URL
  readonly classify: (error: unknown) => unknown
}

export async function openStream(options: OutboundDownload, door: Door): Promise<OutboundStream> {
  const abort = new AbortController()
  const tooLate = (ms: number) => abort.abort(new OutboundError('timeout', `No complete answer within ${ms} ms`))
  const silent = () => abort.abort(new OutboundError('timeout', `The other side was silent for ${options.idleMs} ms`))
  const leave = () => abort.abort(options.signal?.reason)
  const deadline = setTimeout(tooLate, options.deadlineMs, options.deadlineMs)
  if (options.signal?.aborted) leave()
  options.signal?.addEventListener('abort', leave, { once: true })
  const end = () => {
    clearTimeout(deadline)
    options.signal?.removeEventListener('abort', leave)
  }
  const explain = (error: unknown) => (abort.signal.aborted ? (abort.signal.reason as unknown) : door.classify(error))
  const patiently = async <T>(wait: Promise<T>): Promise<T> => {
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
    const following = follow(options, door, abort.signal)
    // Given up on, it may still fail, or answer: neither is anybody's business any more.
    following.then(
      ({ body }) => abort.signal.aborted && discard(body),
      () => {},
    )
    const { status, headers, body } = await patiently(Promise.race([following, expiry(abort.signal)]))
    const close = () => {
      end()
      discard(body)
    }
    return { status, headers, body: pieces(body, options, patiently, close), close }
  } catch (error) {
    end()
    throw error
  }
}

async function* pieces(
  body: Readable,
  { bytesMax, slow }: OutboundDownload,
  patiently: <T>(wait: Promise<T>) => Promise<T>,
  close: () => void,
): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    const judge = slow ? paceJudge(slow) : () => {}
    for (let size = 0; ; ) {
      const asked = performance.now()
      const { done, value } = await patiently(chunks.next())
      if (done) return
      size += value.length
      judge(performance.now() - asked, value.length)
      if (size > bytesMax) throw new OutboundError('too_large', `The answer is larger than ${bytesMax} bytes`)
      yield value
    }
  } finally {
    close()
  }
}

/** Adds up how long the other side was waited for and what it sent; the time the reader takes does not count. */
function paceJudge({ seconds, bytesPerSecond }: NonNullable<OutboundDownload['slow']>) {
  let [waitedMs, bytes] = [0, 0]
  return (ms: number, length: number) => {
    waitedMs += ms
    bytes += length
    if (waitedMs < seconds * 1000) return
    if (bytes < (waitedMs / 1000) * bytesPerSecond)
      throw new OutboundError(
        'too_slow',
        `The other side sent ${bytes} bytes in ${Math.round(waitedMs / 1000)} seconds`,
      )
    waitedMs = bytes = 0
  }
}

async function follow({ url, headers = {}, redirectsMax = 0 }: OutboundDownload, door: Door, signal: AbortSignal) {
  let at = door.check(url)
  for (let hop = 0; ; hop++) {
    const answer = await request(at, { dispatcher: door.agent, signal, headers })
    const { location } = answer.headers
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
    if (!isRedirect || redirectsMax === 0)
      return { status: answer.statusCode, headers: answer.headers, body: answer.body as Readable }
    discard(answer.body)
    if (hop >= redirectsMax) throw new OutboundError('too_many_redirects', `More than ${redirectsMax} redirects`)
    const next = URL.parse(location, at.href)
    if (!next) throw new OutboundError('bad_url', 'A redirect leads to no URL')
    at = door.check(next.href)
  }
}

/** Rejects when the time is up: an exchange that still looks up a name or connects does not listen to its signal. */
function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/** Hangs up on the rest of an answer; what the stream says to that is no news. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy()
}
