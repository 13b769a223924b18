import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, InvalidRequest } from '../../kit/declare/errors.ts'
import { unicodeViolation } from '../../kit/declare/violations.ts'
import { getRoute } from '../request/route.ts'
import { readJson } from './json.ts'
import { createJsonThread, type JsonThread } from './json-thread.ts'
import { createSentFile, isSentFile } from './sent-file.ts'

/** The value of a body that is not JSON. */
export const UNREADABLE = Symbol('not JSON')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the body as it was sent. */
    rawBody?: boolean
    /** True if the endpoint declares a body, which may also be kept raw. */
    hasBody?: boolean
  }
  interface FastifyRequest {
    /** The body as it was sent; empty unless the endpoint declares `rawBody`. */
    rawText: string
  }
}

/** Larger bodies are parsed in a thread. Up to this size the event loop takes a few milliseconds. */
const PARSED_HERE_MAX = 1_048_576

export function readBodies(app: FastifyInstance): void {
  const thread = createJsonThread()
  app.addHook('onClose', () => thread.close())
  app.decorateRequest('rawText', '')
  app.decorateRequest('sentFile', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/, (request: FastifyRequest, payload, done) => {
    collect(request, payload, done, (bytes) => {
      const turn = waitIfLarge(bytes.length)
      return turn ? turn.then(() => parse(request, bytes, thread)) : parse(request, bytes, thread)
    })
  })
  app.addContentTypeParser('*', (request: FastifyRequest, payload, done) => {
    if (isSentFile(request)) {
      const refusal = findCoding(request)
      if (refusal) return done(refusal)
      request.sentFile = createSentFile(request, payload)
      return done(null, undefined)
    }
    collect(request, payload, done, (bytes) => {
      const { rawBody, hasBody } = getRoute(request).config
      if (rawBody) request.rawText = bytes.toString()
      return bytes.length === 0 || (rawBody && !hasBody) ? undefined : UNREADABLE
    })
  })
}

const LARGE_BYTES = 65_536
const waiting: (() => void)[] = []

/**
 * Lets one large body be parsed per event loop turn, so that other requests run between a thousand of them that arrive
 * together. Undefined for a small body, which does not wait.
 */
function waitIfLarge(bytes: number): Promise<void> | undefined {
  if (bytes < LARGE_BYTES) return undefined
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

function startNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}

/** Returns the error for a compressed body: it would be stored or refused as if its bytes were the content. */
function findCoding({ headers }: FastifyRequest): ApiError | null {
  const { 'content-encoding': content = '', 'transfer-encoding': transfer = 'chunked' } = headers
  if (!/^(?:identity)?$/i.test(content))
    return new ApiError('unsupported_encoding', 'Content-Encoding is not supported: send the body without compression.')
  if (!/^chunked$/i.test(transfer)) return new ApiError('unsupported_encoding', 'Transfer-Encoding must be chunked.')
  return null
}

function parse(request: FastifyRequest, bytes: Buffer<ArrayBuffer>, thread: JsonThread): unknown {
  const { rawBody, hasBody } = getRoute(request).config
  if (rawBody) {
    if (!isUtf8(bytes)) throw new InvalidRequest([unicodeViolation(['body'])])
    request.rawText = bytes.toString()
    if (!hasBody) return undefined
  }
  return bytes.length > PARSED_HERE_MAX ? thread.read(bytes) : readJson(bytes)
}

const PIECES_MAX = 1024

type Done = (error: Error | null, body?: unknown) => void
type ParseBody = (bytes: Buffer<ArrayBuffer>) => unknown

/** A body is usually one piece. Others are joined as they arrive: sent byte by byte it takes no more memory than at once. */
function collect(request: FastifyRequest, payload: Readable, done: Done, read: ParseBody): void {
  const refusal = findCoding(request)
  if (refusal) return done(refusal)
  const limit = getRoute(request).bodyLimit
  if (Number(request.headers['content-length']) > limit) return done(tooLarge())
  let isOver = false
  let length = 0
  let joined: Buffer<ArrayBuffer>[] = []
  let pieces: Buffer<ArrayBuffer>[] = []
  const take = (piece: Buffer<ArrayBuffer>) => {
    length += piece.length
    if (length > limit) return fail(tooLarge())
    if (pieces.push(piece) < PIECES_MAX) return
    joined.push(Buffer.concat(pieces))
    pieces = []
  }
  const end = () => {
    if (isOver) return
    isOver = true
    if (request.bodyBytes) request.bodyBytes.isWorking = true
    const [only] = pieces
    const isOne = only && pieces.length === 1 && joined.length === 0
    parseAndPass(done, read, isOne ? only : Buffer.concat([...joined, ...pieces], length))
    joined = pieces = []
  }
  // Keeps listening: a later error of the connection does not concern the body and must not crash the process.
  const fail = (error: Error) => {
    if (isOver) return
    isOver = true
    joined = pieces = []
    payload.off('data', take)
    const isOurs = error instanceof ApiError
    done(isOurs ? error : new ApiError('bad_request', 'The body did not arrive completely. Send it again.'))
  }
  payload.on('data', take).on('end', end).on('error', fail)
}

/** A body that is parsed at once is passed on at once: a promise for each would cost more than most bodies. */
function parseAndPass(pass: Done, read: ParseBody, bytes: Buffer<ArrayBuffer>): void {
  let body: unknown
  try {
    body = read(bytes)
  } catch (error) {
    return pass(error as Error)
  }
  if (body instanceof Promise) body.then((late) => pass(null, late), pass)
  else pass(null, body)
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The body is larger than this endpoint accepts.')
}
