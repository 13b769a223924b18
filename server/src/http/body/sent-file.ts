import { createRequire } from 'node:module'
import { PassThrough, type Readable } from 'node:stream'
import type { BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { ApiError, InvalidRequest, missingField } from '../../kit/declare/errors.ts'
import type { SentFile } from '../../kit/declare/route.ts'
import { getRoute } from '../request/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: boolean
  }
  interface FastifyRequest {
    sentFile: SentFile | null
  }
}

export const FILE_TYPES = ['multipart/form-data', 'image/*', 'video/*', 'application/pdf', 'application/octet-stream']
const FILE_TYPE = /^(?:image\/|video\/|multipart\/form-data|application\/(?:pdf|octet-stream))/i

/** Returns true if the body is a file that is streamed to the handler and never in memory as a whole. */
export function isSentFile(request: FastifyRequest): boolean {
  const { takesFile = false, hasBody = false } = getRoute(request).config
  return takesFile && (!hasBody || FILE_TYPE.test(request.headers['content-type'] ?? ''))
}

export function createSentFile({ headers }: FastifyRequest, payload: Readable): SentFile {
  const isForm = /^multipart/i.test(headers['content-type'] ?? '')
  const close = () => {
    payload.unpipe()
    payload.resume()
  }
  const cancel = (error: Error) => {
    if (payload.listenerCount('error') > 0) payload.emit('error', error)
    else payload.destroy()
  }
  // A form is longer than its file.
  const length = isForm ? 0 : Number(headers['content-length'] ?? 0)
  const open = async () =>
    isForm ? openForm(headers, payload) : { name: null, chunks: pipeTo(payload, new PassThrough()) }
  return { length, open, close, cancel }
}

/** Piped, so that the slow-client check sees that the body is being read. An aborted request ends the copy with an error. */
function pipeTo<T extends NodeJS.WritableStream & { destroy(error?: Error): unknown }>(payload: Readable, to: T): T {
  // The reader gets the error from the stream. Until there is one, an error without a listener would end the process.
  to.on('error', () => {})
  payload.on('error', (error) => to.destroy(error instanceof ApiError ? error : incomplete()))
  payload.on('close', () => {
    if (!payload.readableEnded) to.destroy(incomplete())
  })
  payload.pipe(to)
  return to
}

const LIMITS = { files: 1, fields: 1, parts: 2, headerPairs: 20, headerSize: 16_384 }

type Form = Awaited<ReturnType<SentFile['open']>>

/** The only part of the form must be a file named `file`. */
function openForm(headers: FastifyRequest['headers'], payload: Readable): Promise<Form> {
  const form = Promise.withResolvers<Form>()
  const ended = Promise.withResolvers<void>()
  // Without a reader of the file, `form` reports the error.
  ended.promise.catch(() => {})
  let part: Readable | undefined
  const fail = (error: Error) => {
    part?.destroy(error)
    form.reject(error)
    ended.reject(error)
  }
  const parser = createParser(headers)
  parser.on('file', (name, stream, filename) => {
    part = stream
    stream.on('error', () => {})
    if (name !== 'file') return fail(unknownPart(name))
    form.resolve({ name: filename || null, chunks: untilEnd(stream as AsyncIterable<Buffer>, ended.promise) })
  })
  parser.on('field', (name) => fail(unknownPart(name)))
  parser.on('filesLimit', () => fail(unknownPart('')))
  parser.on('partsLimit', () => fail(unknownPart('')))
  parser.on('error', (error) => fail(error instanceof ApiError ? error : unreadable(error)))
  parser.on('finish', () => {
    form.reject(missingPart())
    ended.resolve()
  })
  pipeTo(payload, parser)
  return form.promise
}

/** The first form loads its package, synchronously: a body that ends meanwhile would go unnoticed. */
function createParser(headers: FastifyRequest['headers']): BusboyInstance {
  const { Busboy } = createRequire(import.meta.url)('@fastify/busboy') as typeof import('@fastify/busboy')
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits: LIMITS })
  } catch (error) {
    throw unreadable(error)
  }
}

/** The file is complete only when the form around it is. */
async function* untilEnd(chunks: AsyncIterable<Buffer>, ended: Promise<void>): AsyncGenerator<Buffer> {
  yield* chunks
  await ended
}

function incomplete(): ApiError {
  return new ApiError('bad_request', 'The body did not arrive completely. Send it again.')
}

function unreadable(error: unknown): ApiError {
  const reason = error instanceof Error ? error.message : 'it is malformed'
  return new ApiError('bad_request', `The form cannot be read: ${reason}.`)
}

function missingPart(): InvalidRequest {
  return new InvalidRequest([missingField(['body', 'file'])])
}

function unknownPart(name: string): InvalidRequest {
  const msg = 'The form must have one part, a file named file'
  return new InvalidRequest([{ type: 'extra_forbidden', loc: ['body', name.slice(0, 64)], msg }])
}
