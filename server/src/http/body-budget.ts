import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kit/config.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { isSentFile } from './sent-file.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes of this request's body in the budget. */
    bodyBytes: BodyBytes | null
  }
}

interface BodyBytes {
  /** Counts more bytes, or throws when the budget is used up. */
  add(bytes: number): void
  /** While the handler works, the body stays in memory, also when the caller has gone. */
  isWorking: boolean
  isClosed: boolean
  removeAll(): void
}

/** All callers without a key are counted together. */
const PUBLIC = ''

/**
 * Bounds the bytes of request bodies in memory, for each workspace and in total. A body is counted before it is read, by its
 * Content-Length or piece by piece, until it is answered or its connection is closed.
 */
export function limitBodies(app: FastifyInstance, config: Config): void {
  const { REQUEST_BODIES_BYTES: totalMax, REQUEST_BODIES_BYTES_PER_WORKSPACE: ownMax } = config
  const inMemory = new Map<string, number>()
  let total = 0

  function add(owner: string, bytes: number): void {
    const own = (inMemory.get(owner) ?? 0) + bytes
    if (own > ownMax && owner !== PUBLIC) throw workspaceLimitReached(ownMax)
    if (own > ownMax || total + bytes > totalMax) throw totalLimitReached()
    inMemory.set(owner, own)
    total += bytes
  }

  function remove(owner: string, bytes: number): void {
    const left = (inMemory.get(owner) ?? 0) - bytes
    if (left > 0) inMemory.set(owner, left)
    else inMemory.delete(owner)
    total -= bytes
  }

  function newBodyBytes({ principal }: FastifyRequest, reply: FastifyReply): BodyBytes {
    const owner = principal?.workspaceId ?? PUBLIC
    let counted = 0
    const counter: BodyBytes = {
      isWorking: false,
      isClosed: false,
      add(bytes) {
        if (counter.isClosed) return
        add(owner, bytes)
        counted += bytes
      },
      removeAll() {
        remove(owner, counted)
        counted = 0
      },
    }
    reply.raw.once('close', () => {
      counter.isClosed = true
      if (!counter.isWorking) counter.removeAll()
    })
    return counter
  }

  app.decorateRequest('bodyBytes', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    const bytes = Number(length)
    if (isSentFile(request)) return done(null, payload)
    // A body that is too large for its endpoint is refused unread.
    if (encoding === undefined && (bytes === 0 || bytes > request.routeOptions.bodyLimit)) return done(null, payload)
    request.bodyBytes = newBodyBytes(request, reply)
    if (encoding !== undefined) return done(null, countChunks(payload as Readable, request.bodyBytes))
    request.bodyBytes.add(bytes)
    done(null, payload)
  })
  app.addHook('preHandler', ({ bodyBytes }, _reply, done) => {
    if (bodyBytes) bodyBytes.isWorking = true
    done()
  })
  app.addHook('onSend', ({ bodyBytes }, _reply, payload, done) => {
    if (bodyBytes) bodyBytes.isWorking = false
    if (bodyBytes?.isClosed) bodyBytes.removeAll()
    done(null, payload)
  })
}

/** Counts a body whose length is not announced. */
function countChunks(payload: Readable, bodyBytes: BodyBytes): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        bodyBytes.add(chunk.length)
        next(null, chunk)
      } catch (error) {
        next(error as Error)
      }
    },
  })
  payload.once('error', (error) => counter.destroy(error))
  return payload.pipe(counter)
}

const RETRY = { 'retry-after': '1' }

function workspaceLimitReached(bytes: number): ApiError {
  return new ApiError(
    'rate_limited',
    `The bodies of this workspace's requests in progress take up ${bytes} bytes, the most they may. Wait until one is answered, or send smaller ones.`,
    { headers: RETRY },
  )
}

function totalLimitReached(): ApiError {
  return new ApiError('unavailable', 'The requests in progress use all the memory for request bodies. Try again.', {
    headers: RETRY,
  })
}
