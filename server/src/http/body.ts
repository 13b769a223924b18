import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, InvalidRequest } from '../kit/declare/errors.ts'
import { unicodeViolation } from '../kit/declare/violations.ts'
import { readJson } from './json.ts'
import { createJsonThread, type JsonThread } from './json-thread.ts'
import { waitIfLarge } from './large-bodies.ts'
import { isSentFile, sentFileOf } from './sent-file.ts'

/** The value of a body that is not JSON. */
export const UNREADABLE = Symbol('not JSON')

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is kept as it was sent. */
    rawBody?: boolean
    /** The endpoint declares a body, which may also be kept raw. */
    hasBody?: boolean
  }
  interface FastifyRequest {
    /** The body as it was sent; empty unless the endpoint declares `rawBody`. */
    rawText: string
  }
}

/** Longer bodies are parsed in a thread; up to this the event loop takes a few milliseconds. */
const PARSED_HERE_MAX = 1_048_576

export function readBodies(app: FastifyInstance): void {
  const thread = createJsonThread()
  app.addHook('onClose', () => thread.close())
  app.decorateRequest('rawText', '')
  app.decorateRequest('sentFile', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\b/, async (request: FastifyRequest, payload: Readable) =>
    parse(request, await collect(request, payload), thread),
  )
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    if (isSentFile(request)) {
      request.sentFile = sentFileOf(request, payload)
      return undefined
    }
    const bytes = await collect(request, payload)
    const { rawBody, hasBody } = request.routeOptions.config
    if (rawBody) request.rawText = bytes.toString()
    return bytes.length === 0 || (rawBody && !hasBody) ? undefined : UNREADABLE
  })
}

async function parse(request: FastifyRequest, bytes: Buffer<ArrayBuffer>, thread: JsonThread): Promise<unknown> {
  const { rawBody, hasBody } = request.routeOptions.config
  await waitIfLarge(bytes.length)
  if (rawBody) {
    if (!isUtf8(bytes)) throw new InvalidRequest([unicodeViolation(['body'])])
    request.rawText = bytes.toString()
    if (!hasBody) return undefined
  }
  return bytes.length > PARSED_HERE_MAX ? thread.read(bytes) : readJson(bytes)
}

const PIECES_MAX = 1024

/** Joins pieces as they come, so that a body sent byte by byte takes no more memory than another. */
function collect({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Buffer<ArrayBuffer>> {
  const limit = routeOptions.bodyLimit
  if (Number(headers['content-length']) > limit) return Promise.reject(tooLarge())
  let length = 0
  const joined: Buffer[] = []
  let pieces: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  // A later error of the connection does not concern the body and must not crash the process.
  const stop = () =>
    payload
      .off('data', take)
      .off('end', end)
      .off('error', fail)
      .on('error', () => {})
  const take = (piece: Buffer) => {
    length += piece.length
    if (length > limit) return fail(tooLarge())
    pieces.push(piece)
    if (pieces.length < PIECES_MAX) return
    joined.push(Buffer.concat(pieces))
    pieces = []
  }
  const end = () => {
    stop()
    resolve(Buffer.concat([...joined, ...pieces], length))
  }
  const fail = (error: Error) => {
    stop()
    reject(
      error instanceof ApiError
        ? error
        : new ApiError('bad_request', 'The body did not arrive completely. Send it again.'),
    )
  }
  payload.on('data', take).on('end', end).on('error', fail)
  return promise
}

function tooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The body is larger than this endpoint accepts.')
}
