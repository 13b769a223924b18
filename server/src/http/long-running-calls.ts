import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import type { CallLifetime } from '../kit/declare/route.ts'

/** Of an endpoint whose answer has an end. */
export const NO_LASTING: CallLifetime = { signal: new AbortController().signal }

/** Throws an `ApiError` when the caller may not make the call any more. */
export type RecheckAccess = () => unknown

/** Calls that go on for longer than their first check of the access: streams, uploads, downloads. */
export interface LongRunningCalls {
  /** Returns the signal of an answer without an end. It is aborted when the client is gone, the server stops or the access ends. */
  begin(reply: FastifyReply, recheck: RecheckAccess): AbortSignal
  /** Calls `onRefused` when the access ends before the call does. */
  follow(reply: FastifyReply, recheck: RecheckAccess, onRefused: (error: ApiError) => void): void
}

/** Keys, sessions and members change with an announcement; what ends by its time, or an announcement that was lost, is found by this. */
const RECHECK_MS = 1000
/** How long a client may take to read the end of its stream. */
const LAST_WORDS_MS = 1000

interface FollowedCall {
  readonly recheck: RecheckAccess
  readonly onRefused: (error: ApiError) => void
  /** A further change while the access is being checked is checked after it. */
  state: 'idle' | 'checking' | 'changed'
}

export function trackLasting(ctx: Context, app: FastifyInstance): LongRunningCalls {
  const streams = new Set<AbortController>()
  const followed = new Set<FollowedCall>()
  const recheckAll = () => {
    for (const call of followed) void check(call)
  }

  async function check(call: FollowedCall): Promise<void> {
    if (call.state !== 'idle') {
      call.state = 'changed'
      return
    }
    call.state = 'checking'
    try {
      await call.recheck()
    } catch (error) {
      if (isRefusal(error) && followed.delete(call)) call.onRefused(error)
    }
    const hasChanged = (call.state as FollowedCall['state']) === 'changed'
    call.state = 'idle'
    if (hasChanged && followed.has(call)) await check(call)
  }

  function follow({ raw }: FastifyReply, recheck: RecheckAccess, onRefused: FollowedCall['onRefused']): void {
    if (raw.closed) return
    const call: FollowedCall = { recheck, onRefused, state: 'idle' }
    followed.add(call)
    raw.once('close', () => followed.delete(call))
    // What changed since the first check was announced before this call was followed.
    void check(call)
  }

  ctx.invalidation.on('keys', recheckAll)
  ctx.invalidation.on('sessions', recheckAll)
  const timer = setInterval(recheckAll, RECHECK_MS)
  timer.unref()
  let isStopping = false
  // Streams end before the server waits for its running requests: otherwise it would wait for all of its drain time.
  app.addHook('preClose', (done) => {
    isStopping = true
    for (const stream of streams) stream.abort()
    done()
  })
  app.addHook('onClose', () => clearInterval(timer))

  return {
    begin(reply, recheck) {
      const { raw } = reply
      const stream = new AbortController()
      streams.add(stream)
      raw.once('close', () => {
        streams.delete(stream)
        stream.abort()
      })
      if (isStopping || raw.closed) stream.abort()
      follow(reply, recheck, (error) => {
        stream.abort(error)
        setTimeout(() => raw.destroy(), LAST_WORDS_MS).unref()
      })
      return stream.signal
    },
    follow,
  }
}

/** A database that does not answer, and a limit that others used up, end nothing: the next check decides. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited'
}
