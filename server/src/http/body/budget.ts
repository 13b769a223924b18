import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../kit/config/config.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { getRoute } from '../request/route.ts'
import { isSentFile } from './sent-file.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** This request's share of the budget. */
    bodyBytes: BodyBytes | null
  }
}

interface BodyBytes {
  readonly owner: string
  counted: number
  /** True while the handler works: the body stays in memory, even if the caller has gone. */
  isWorking: boolean
  isClosed: boolean
}

/** Callers without a key are counted together. */
const PUBLIC = ''

/**
 * Bounds the bytes of request bodies in memory, for each workspace and in total. A body is counted before it is read, by its
 * Content-Length or piece by piece, until its response is sent or its connection is closed.
 */
export function limitBodies(app: FastifyInstance, config: Config): void {
  const { REQUEST_BODIES_BYTES: totalMax, REQUEST_BODIES_BYTES_PER_WORKSPACE: ownMax } = config
  const inMemory = new Map<string, number>()
  let total = 0

  /** Throws when the budget is used up. */
  function add(body: BodyBytes, bytes: number): void {
    if (body.isClosed) return
    const { owner } = body
    const own = (inMemory.get(owner) ?? 0) + bytes
    if (own > ownMax && owner !== PUBLIC) throw workspaceLimitReached(ownMax)
    if (own > ownMax || total + bytes > totalMax) throw totalLimitReached()
    inMemory.set(owner, own)
    total += bytes
    body.counted += bytes
  }

  function removeAll(body: BodyBytes): void {
    const left = (inMemory.get(body.owner) ?? 0) - body.counted
    if (left > 0) inMemory.set(body.owner, left)
    else inMemory.delete(body.owner)
    total -= body.counted
    body.counted = 0
  }

  function newBodyBytes({ principal }: FastifyRequest, reply: FastifyReply): BodyBytes {
    const body = { owner: principal?.workspaceId ?? PUBLIC, counted: 0, isWorking: false, isClosed: false }
    reply.raw.on('close', () => {
      body.isClosed = true
      if (!body.isWorking) removeAll(body)
    })
    return body
  }

  app.decorateRequest('bodyBytes', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    const bytes = Number(length)
    if (isSentFile(request)) return done(null, payload)
    // A body that is too large for its endpoint is refused unread.
    if (encoding === undefined && (bytes === 0 || bytes > getRoute(request).bodyLimit)) return done(null, payload)
    const body = (request.bodyBytes = newBodyBytes(request, reply))
    if (encoding !== undefined)
      return done(
        null,
        countChunks(payload as Readable, (more) => add(body, more)),
      )
    add(body, bytes)
    done(null, payload)
  })
  app.addHook('onSend', ({ bodyBytes }, _reply, payload, done) => {
    if (bodyBytes) bodyBytes.isWorking = false
    if (bodyBytes?.isClosed) removeAll(bodyBytes)
    done(null, payload)
  })
}

/** Counts a body of unknown length. */
function countChunks(payload: Readable, add: (bytes: number) => void): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        add(chunk.length)
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
    `The request bodies that this workspace has in progress use all of their ${bytes} bytes. Wait for a response, or send smaller bodies.`,
    { headers: RETRY },
  )
}

function totalLimitReached(): ApiError {
  return new ApiError('unavailable', 'Requests in progress use all the memory for request bodies. Try again.', {
    headers: RETRY,
  })
}
