import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { isBlockedAddress } from './address.ts'

export type OutboundFailure =
  | 'bad_url'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly reason: OutboundFailure
  constructor(reason: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export interface OutboundRequest {
  readonly url: string
  readonly method?: Dispatcher.HttpMethod
  readonly headers?: Record<string, string>
  /** A stream goes out as it is read and cannot be sent again, so no redirect is followed with one. */
  readonly body?: string | Uint8Array | Readable
  /** Over the whole exchange: name, connection, headers and body. */
  readonly deadlineMs?: number
  readonly bytesMax?: number
  /** What to do with a longer answer: fail, or keep its beginning and hang up. */
  readonly overflow?: 'fail' | 'cut'
  /** 0 by default: a redirect is an answer like any other. Each hop is checked like the first. */
  readonly redirectsMax?: number
}

export interface OutboundReply {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
  readonly isCut: boolean
}

export interface OutboundDownload {
  readonly url: string
  readonly headers?: Record<string, string>
  /** Over the whole exchange, its last byte included. */
  readonly deadlineMs: number
  /** How long the other side may be silent; the time the reader takes does not count. */
  readonly idleMs: number
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

/** The only door to the network. It opens to public addresses alone; loopback only when configured. */
export interface Outbound {
  /** Throws when a URL could never be allowed: call it before storing one. */
  check(url: string): void
  send(request: OutboundRequest): Promise<OutboundReply>
  /** A GET of any length that is never in memory as a whole; guarded as `send` is. */
  stream(request: OutboundDownload): Promise<OutboundStream>
  close(): Promise<void>
}

type Lookup = typeof systemLookup

export interface OutboundOptions {
  readonly allowLoopback: boolean
  readonly httpsOnly: boolean
  readonly lookup?: Lookup
  readonly connectionsPerOrigin?: number
}

export function createOutbound({
  allowLoopback,
  httpsOnly,
  lookup = systemLookup,
  connectionsPerOrigin = 32,
}: OutboundOptions): Outbound {
  const connector = buildConnector({ timeout: 10_000, lookup: guardLookup(lookup, allowLoopback) })
  const agent = new Agent({
    connections: connectionsPerOrigin,
    keepAliveTimeout: 10_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    // A name is judged when it is resolved; the address that was really reached is judged again here, so that
    // neither an IP literal nor a second answer of the name server gets past.
    connect: (options, callback) =>
      connector(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('no socket'), null)
        if (isBlockedAddress(socket.remoteAddress ?? '', allowLoopback)) {
          socket.destroy()
          return callback(blocked(options.hostname), null)
        }
        callback(null, socket)
      }),
  })

  const check = (url: string) => void checkUrl(url, { allowLoopback, httpsOnly })

  async function exchange(options: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    const { status, headers, body } = await follow(options, signal)
    return { status, headers, ...(await read(body, options)) }
  }

  async function follow(options: OutboundRequest, signal: AbortSignal) {
    let { url, method = 'GET', headers: sent = {}, body: content = null } = options
    for (let hop = 0; ; hop++) {
      check(url)
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        method,
        headers: sent,
        body: content,
      })
      const location = headers['location']
      const isRedirect = statusCode >= 300 && statusCode < 400 && typeof location === 'string'
      const isSpent = content !== null && typeof content === 'object' && 'pipe' in content
      if (!isRedirect || !options.redirectsMax || isSpent) return { status: statusCode, headers, body }
      discard(body)
      if (hop >= options.redirectsMax)
        throw new OutboundError('too_many_redirects', `More than ${options.redirectsMax} redirects`)
      if (!URL.canParse(location, url)) throw new OutboundError('bad_url', 'A redirect leads to no URL')
      const next = new URL(location, url)
      const isElsewhere = next.origin !== new URL(url).origin
      // Credentials and content are for whoever they were given for.
      if (isElsewhere) sent = {}
      if (isElsewhere || statusCode < 307) [method, content] = ['GET', null]
      url = next.href
    }
  }

  return {
    check,
    async send(options) {
      const deadlineMs = options.deadlineMs ?? 10_000
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        return await Promise.race([exchange(options, signal), expiry(signal)])
      } catch (error) {
        if (signal.aborted)
          throw new OutboundError('timeout', `No complete answer within ${deadlineMs} ms`, { cause: error })
        throw classify(error)
      }
    },
    stream: (options) => openStream(options, follow),
    close: () => agent.destroy(),
  }
}

type Follow = (
  options: OutboundDownload,
  signal: AbortSignal,
) => Promise<{ status: number; headers: OutboundReply['headers']; body: Readable }>

async function openStream(options: OutboundDownload, follow: Follow): Promise<OutboundStream> {
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
  const explain = (error: unknown) => (abort.signal.aborted ? (abort.signal.reason as unknown) : classify(error))
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
    const following = follow(options, abort.signal)
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
    return { status, headers, body: pieces(body, options.bytesMax, patiently, close), close }
  } catch (error) {
    end()
    throw error
  }
}

async function* pieces(
  body: Readable,
  bytesMax: number,
  patiently: <T>(wait: Promise<T>) => Promise<T>,
  close: () => void,
): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  try {
    for (let size = 0; ; ) {
      const { done, value } = await patiently(chunks.next())
      if (done) return
      size += value.length
      if (size > bytesMax) throw new OutboundError('too_large', `The answer is larger than ${bytesMax} bytes`)
      yield value
    }
  } finally {
    close()
  }
}

/** Rejects when the time is up: an exchange that still looks up a name or connects does not listen to its signal. */
function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function checkUrl(text: string, { allowLoopback, httpsOnly }: { allowLoopback: boolean; httpsOnly: boolean }): URL {
  if (!URL.canParse(text)) throw new OutboundError('bad_url', 'This is not an absolute URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:'))
    throw new OutboundError(
      'bad_url',
      httpsOnly ? 'The URL must start with https://' : 'The URL must start with http:// or https://',
    )
  if (url.username || url.password) throw new OutboundError('bad_url', 'The URL must not carry a user name or password')
  const port = Number(url.port || 443)
  if (port < 1024 && port !== 80 && port !== 443)
    throw new OutboundError('bad_url', 'The port must be 80, 443 or above 1023')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) ? isBlockedAddress(host, allowLoopback) : !allowLoopback && /(^|\.)localhost\.?$/.test(host))
    throw blocked(host)
  return url
}

function blocked(host: string): OutboundError {
  return new OutboundError('blocked_address', `${host} is not a public address`)
}

/** Happy Eyeballs asks for all addresses and takes any: only allowed ones are handed on. */
function guardLookup(lookup: Lookup, allowLoopback: boolean) {
  return (host: string, options: object, callback: (error: Error | null, address: never, family?: never) => void) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [] as never)
      const allowed = found.filter(({ address }) => !isBlockedAddress(address, allowLoopback))
      const [first] = allowed
      if (!first) return callback(blocked(host), [] as never)
      if ('all' in options && options.all) return callback(null, allowed as never)
      callback(null, first.address as never, first.family as never)
    })
  }
}

/** Hangs up on the rest of an answer; what the stream says to that is no news. */
function discard(body: Readable): void {
  body.on('error', () => {}).destroy()
}

async function read(body: Readable, { bytesMax = 1_048_576, overflow = 'fail' }: OutboundRequest) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size <= bytesMax) continue
    discard(body)
    if (overflow === 'fail') throw new OutboundError('too_large', `The answer is larger than ${bytesMax} bytes`)
    return { body: Buffer.concat(chunks).subarray(0, bytesMax), isCut: true }
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

function classify(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const { code = '', cause } = error as { code?: string; cause?: unknown }
  if (cause instanceof OutboundError) return cause
  if (error instanceof AggregateError && error.errors[0] instanceof OutboundError) return error.errors[0]
  const reason = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code) ? 'dns_failed' : 'connect_failed'
  return new OutboundError(reason, (error as Error).message || code || 'The connection failed', { cause: error })
}
