import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../kit/config/config.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import type { Metrics } from '../system/metrics.ts'
import { getRoute } from './route.ts'

const BYTES_PER_SECOND = 16_384
/** Shorter responses fit the socket's own buffer and are not tracked. */
const SMALL_BYTES = 65_536
const CHECK_MS = 1000

/** One direction of a connection in which bytes are expected. */
interface Transfer {
  since: number
  /** Bytes transferred when it began. */
  readonly from: number
  /** Bytes in memory until the client has read them. */
  readonly bytes: number
  readonly socket: Socket
  readonly cut: () => void
}

/** Bodies that are being sent and responses that wait to be read. */
class Transfers {
  readonly #server: Server
  readonly #metrics: Metrics
  readonly #graceMs: number
  readonly #unreadBytesMax: number
  readonly #bodies = new Map<Transfer, IncomingMessage>()
  #newBodies: [Transfer, IncomingMessage][] = []
  readonly #responses = new Set<Transfer>()
  #unreadBytes = 0

  constructor(server: Server, metrics: Metrics, { SLOW_CLIENT_SECONDS, UNREAD_BYTES_MAX }: Config) {
    this.#server = server
    this.#metrics = metrics
    this.#graceMs = SLOW_CLIENT_SECONDS * 1000
    this.#unreadBytesMax = UNREAD_BYTES_MAX
  }

  get isFull(): boolean {
    return this.#unreadBytes >= this.#unreadBytesMax
  }

  trackBody({ raw }: FastifyRequest, cut: () => void): void {
    const { socket } = raw
    const transfer = { since: performance.now(), from: socket.bytesRead, bytes: 0, socket, cut }
    if (this.#newBodies.push([transfer, raw]) === 1) setImmediate(() => this.#keepArriving())
  }

  /** Most bodies arrive with their headers: those are not tracked. */
  #keepArriving(): void {
    for (const [transfer, raw] of this.#newBodies) {
      if (raw.complete || raw.destroyed) continue
      this.#bodies.set(transfer, raw)
      const done = () => this.#bodies.delete(transfer)
      raw.once('end', done)
      raw.once('close', done)
    }
    this.#newBodies = []
  }

  trackResponse({ raw }: FastifyReply, bytes: number): void {
    const { socket } = raw
    if (!socket) return
    const cut = () => {
      this.#metrics.cut('slow_reader')
      socket.destroy()
    }
    const transfer = { since: performance.now(), from: socket.bytesWritten, bytes, socket, cut }
    this.#responses.add(transfer)
    this.#unreadBytes += bytes
    this.#cutWhenUnread(raw, socket, cut)
    raw.once('close', () => {
      this.#responses.delete(transfer)
      this.#unreadBytes -= bytes
    })
  }

  /** An endless response has no rate, and one page of it is in memory: its client only has to keep reading. */
  trackLasting({ raw }: FastifyReply): void {
    const { socket } = raw
    if (!socket) return
    this.#cutWhenUnread(raw, socket, () => {
      this.#metrics.cut('slow_reader')
      socket.destroy()
    })
  }

  #cutWhenUnread(raw: FastifyReply['raw'], socket: Socket, cut: () => void): void {
    const graceMs = this.#graceMs
    // The socket's own timer detects a client that reads only a part of a write. When nothing waits, our own source is slow.
    raw.setTimeout(graceMs, () => {
      if (socket.writableLength > 0) cut()
      else socket.setTimeout(graceMs)
    })
    raw.once('close', () => {
      // Otherwise the timer would continue for the next request of the same connection.
      if (socket.timeout === graceMs) socket.setTimeout(this.#server.timeout)
    })
  }

  cutLate(): void {
    const now = performance.now()
    for (const [each, raw] of this.#bodies) {
      // While the server itself does not read, the client is not late.
      if (!raw.readableFlowing) each.since = now
      else if (this.#isLate(each, each.socket.bytesRead, now)) each.cut()
    }
    for (const each of this.#responses)
      if (each.socket.writableLength > 0 && this.#isLate(each, each.socket.bytesWritten, now)) each.cut()
    if (this.isFull) this.cutSlowestReaders()
  }

  /** Cuts the responses that have waited longest; those of the last second may still be in transit. */
  cutSlowestReaders(): void {
    const now = performance.now()
    for (const { since, socket, cut } of this.#responses) {
      if (!this.isFull || now - since < CHECK_MS) return
      if (socket.writableLength > 0) cut()
    }
  }

  #isLate({ since, from }: Transfer, passed: number, now: number): boolean {
    return now - since > this.#graceMs + ((passed - from) / BYTES_PER_SECOND) * 1000
  }
}

/** Cuts connections whose client sends its body or reads its response too slowly, and bounds the bytes that wait to be read. */
export function cutSlowClients(app: FastifyInstance, metrics: Metrics, config: Config): void {
  const transfers = new Transfers(app.server, metrics, config)
  const timer = setInterval(() => transfers.cutLate(), CHECK_MS)
  timer.unref()
  app.addHook('onClose', () => clearInterval(timer))
  app.addHook('onRequest', (request, _reply, done) => {
    if (transfers.isFull) {
      transfers.cutSlowestReaders()
      if (transfers.isFull && getRoute(request).config.operation) return done(overloaded())
    }
    done()
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (isArriving(request))
      transfers.trackBody(request, () => {
        metrics.cut('slow_body')
        reply.header('connection', 'close')
        // The reader of the body responds with this error; the connection is closed after the response.
        if (payload.listenerCount('error') > 0) payload.emit('error', tooSlow(config.SLOW_CLIENT_SECONDS))
        else request.raw.destroy()
      })
    done(null, payload)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = measurePayload(payload)
    if (bytes > SMALL_BYTES) {
      if (getRoute(request).config.lasts) transfers.trackLasting(reply)
      else transfers.trackResponse(reply, bytes)
    }
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // The request was refused before its body was read: the rest may still arrive, but not for long.
    if (isArriving(request)) transfers.trackBody(request, () => request.raw.destroy())
    done()
  })
}

/** A request that a tool of /mcp makes in this process has no connection. */
function isArriving({ raw }: FastifyRequest): boolean {
  return !raw.complete && raw.socket.bytesRead !== undefined
}

/** A stream takes little memory but may last long, so it is tracked. */
function measurePayload(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length
  return payload === null || payload === undefined ? 0 : SMALL_BYTES + 1
}

function tooSlow(graceSeconds: number): ApiError {
  const detail = `The body arrived too slowly: it may take ${graceSeconds} s, plus one second for every ${BYTES_PER_SECOND} bytes. Send it again, in smaller parts if the connection is slow.`
  return new ApiError('request_timeout', detail)
}

function overloaded(): ApiError {
  const detail = 'Too many responses are waiting for their clients to read them. Nothing was done; try again.'
  return new ApiError('unavailable', detail, { headers: { 'retry-after': '1' } })
}
