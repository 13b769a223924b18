import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../kit/config.ts'
import { ApiError } from '../kit/declare/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body of this request takes of the budget. */
    bodyShare: BodyShare | null
  }
}

interface BodyShare {
  /** Takes so much more of the budget, or throws. */
  take(bytes: number): void
  /** While the handler works, it has the body, also when the caller has gone. */
  isWorking: boolean
  isClosed: boolean
  giveBack(): void
}

/** All callers without a key have one share together. */
const PUBLIC = ''

/**
 * Bounds the bytes of request bodies that are in memory at a time, for each workspace and in all. A body is counted before it
 * is read, by its Content-Length or piece by piece, until it is answered or its connection is closed.
 */
export function limitBodies(app: FastifyInstance, config: Config): void {
  const { REQUEST_BODIES_BYTES: totalMax, REQUEST_BODIES_BYTES_PER_WORKSPACE: ownMax } = config
  const held = new Map<string, number>()
  let total = 0

  function take(owner: string, bytes: number): void {
    const own = (held.get(owner) ?? 0) + bytes
    if (own > ownMax && owner !== PUBLIC) throw ownShareTaken(ownMax)
    if (own > ownMax || total + bytes > totalMax) throw allTaken()
    held.set(owner, own)
    total += bytes
  }

  function giveBack(owner: string, bytes: number): void {
    const left = (held.get(owner) ?? 0) - bytes
    if (left > 0) held.set(owner, left)
    else held.delete(owner)
    total -= bytes
  }

  function openShare({ principal }: FastifyRequest, reply: FastifyReply): BodyShare {
    const owner = principal?.workspaceId ?? PUBLIC
    let taken = 0
    const share: BodyShare = {
      isWorking: false,
      isClosed: false,
      take(bytes) {
        if (share.isClosed) return
        take(owner, bytes)
        taken += bytes
      },
      giveBack() {
        giveBack(owner, taken)
        taken = 0
      },
    }
    reply.raw.once('close', () => {
      share.isClosed = true
      if (!share.isWorking) share.giveBack()
    })
    return share
  }

  app.decorateRequest('bodyShare', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    const bytes = Number(length)
    // A body that is too large for its endpoint is refused unread.
    if (encoding === undefined && (bytes === 0 || bytes > request.routeOptions.bodyLimit)) return done(null, payload)
    request.bodyShare = openShare(request, reply)
    if (encoding !== undefined) return done(null, counted(payload as Readable, request.bodyShare))
    request.bodyShare.take(bytes)
    done(null, payload)
  })
  app.addHook('preHandler', ({ bodyShare }, _reply, done) => {
    if (bodyShare) bodyShare.isWorking = true
    done()
  })
  app.addHook('onSend', ({ bodyShare }, _reply, payload, done) => {
    if (bodyShare) bodyShare.isWorking = false
    if (bodyShare?.isClosed) bodyShare.giveBack()
    done(null, payload)
  })
}

/** Counts a body whose length is not known before. */
function counted(payload: Readable, share: BodyShare): Readable {
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        share.take(chunk.length)
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

function ownShareTaken(bytes: number): ApiError {
  return new ApiError(
    'rate_limited',
    `The requests of this workspace that are being answered hold ${bytes} bytes, as many as they may. Wait for one to be answered, or send smaller ones.`,
    { headers: RETRY },
  )
}

function allTaken(): ApiError {
  return new ApiError('unavailable', 'The requests being answered hold all the memory there is for them. Try again.', {
    headers: RETRY,
  })
}
