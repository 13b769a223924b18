import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kit/config.ts'
import { ApiError } from '../kit/declare/errors.ts'
import type { Metrics } from './metrics.ts'

const BYTES_PER_SECOND = 16_384
/** What is shorter goes into the socket's own buffer and is no burden. */
const SMALL_BYTES = 65_536
const CHECK_MS = 1000

/** One direction of a connection in which bytes are due. */
interface Transfer {
  since: number
  /** What had passed when it began. */
  readonly from: number
  /** Held in memory until the other end has taken it. */
  readonly bytes: number
  readonly socket: Socket
  readonly cut: () => void
}

/** Cuts connections whose other end sends its body or reads its answer too slowly, and bounds what waits to be read. */
export function keepPace(
  app: FastifyInstance,
  metrics: Metrics,
  { SLOW_CLIENT_SECONDS: patienceSeconds, UNREAD_BYTES_MAX: unreadBytesMax }: Config,
): void {
  const patienceMs = patienceSeconds * 1000
  const bodies = new Map<Transfer, IncomingMessage>()
  const answers = new Set<Transfer>()
  let unreadBytes = 0

  const isLate = ({ since, from }: Transfer, passed: number, now: number) =>
    now - since > patienceMs + ((passed - from) / BYTES_PER_SECOND) * 1000

  function follow(request: FastifyRequest, cut: () => void): void {
    const { raw } = request
    const { socket } = raw
    const transfer = { since: performance.now(), from: socket.bytesRead, bytes: 0, socket, cut }
    bodies.set(transfer, raw)
    const done = () => bodies.delete(transfer)
    raw.once('end', done)
    raw.once('close', done)
  }

  function followAnswer(reply: FastifyReply, bytes: number): void {
    const { raw } = reply
    const { socket } = raw
    if (!socket) return
    const cut = () => {
      metrics.cut('slow_reader')
      socket.destroy()
    }
    const transfer = { since: performance.now(), from: socket.bytesWritten, bytes, socket, cut }
    answers.add(transfer)
    unreadBytes += bytes
    // The socket's own clock sees a reader that takes only a part of a write. Where nothing waits, the source is slow.
    raw.setTimeout(patienceMs, () => {
      if (socket.writableLength > 0) cut()
      else socket.setTimeout(patienceMs)
    })
    raw.once('close', () => {
      answers.delete(transfer)
      unreadBytes -= bytes
      // With another request behind it on the same connection, the clock would go on for that one.
      if (socket.timeout === patienceMs) socket.setTimeout(app.server.timeout)
    })
  }

  /** The answers that have waited longest go first; those of the last second may still be on their way. */
  function makeRoom(): void {
    const now = performance.now()
    for (const { since, socket, cut } of answers) {
      if (unreadBytes < unreadBytesMax || now - since < CHECK_MS) return
      if (socket.writableLength > 0) cut()
    }
  }

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [each, raw] of bodies) {
      // While the server itself does not read, the client cannot be late.
      if (!raw.readableFlowing) each.since = now
      else if (isLate(each, each.socket.bytesRead, now)) each.cut()
    }
    for (const each of answers)
      if (each.socket.writableLength > 0 && isLate(each, each.socket.bytesWritten, now)) each.cut()
    if (unreadBytes >= unreadBytesMax) makeRoom()
  }, CHECK_MS)
  timer.unref()

  app.addHook('onClose', () => clearInterval(timer))
  app.addHook('onRequest', (request, _reply, done) => {
    if (unreadBytes >= unreadBytesMax) {
      makeRoom()
      if (unreadBytes >= unreadBytesMax && request.routeOptions.config.operation) return done(overloaded())
    }
    done()
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.raw.complete)
      follow(request, () => {
        metrics.cut('slow_body')
        reply.header('connection', 'close')
        // What reads the body answers its error; the connection is closed behind the answer.
        if (payload.listenerCount('error') > 0) payload.emit('error', tooSlow(patienceSeconds))
        else request.raw.destroy()
      })
    done(null, payload)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = lengthOf(payload)
    if (bytes > SMALL_BYTES) followAnswer(reply, bytes)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // Refused before its body was read: the rest is let run out, but not for long.
    if (!request.raw.complete) follow(request, () => request.raw.destroy())
    done()
  })
}

/** A stream holds little, but may go on for long. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length
  return payload === null || payload === undefined ? 0 : SMALL_BYTES + 1
}

function tooSlow(patienceSeconds: number): ApiError {
  const detail = `The body came too slowly: it may take ${patienceSeconds} s, and a second more for every ${BYTES_PER_SECOND} bytes. Send it again, in smaller parts if the connection is slow.`
  return new ApiError('request_timeout', detail)
}

function overloaded(): ApiError {
  const detail = 'Too many answers wait to be read by their clients. Nothing was done; try again.'
  return new ApiError('unavailable', detail, { headers: { 'retry-after': '1' } })
}
