import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import type { CallLifetime } from '../../kit/declare/route.ts'

/** For an endpoint whose response has an end. */
export const NO_LASTING: CallLifetime = { signal: new AbortController().signal }

/** Throws an `ApiError` when the caller may no longer make the call. */
export type RecheckAccess = () => unknown

/** Calls that last longer than their first access check: streams, uploads, downloads. */
export interface LongRunningCalls {
  /** Returns the signal of an endless response. It is aborted when the client is gone, the server stops or the access ends. */
  begin(reply: FastifyReply, recheck: RecheckAccess): AbortSignal
  /** Calls `onRefused` when the access ends before the call does. */
  follow(reply: FastifyReply, recheck: RecheckAccess, onRefused: (error: ApiError) => void): void
}

/**
 * Interval between access checks. Changes of keys, sessions and members are announced; this finds expired access and lost
 * announcements.
 */
const RECHECK_MS = 1000
/** Time a client gets to read the end of its stream. */
const LAST_WORDS_MS = 1000

interface FollowedCall {
  readonly recheck: RecheckAccess
  readonly onRefused: (error: ApiError) => void
  /** `changed`: another change during a check, which is repeated after it. */
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
    // Changes since the first check were announced before this call was followed.
    void check(call)
  }

  ctx.invalidation.on('keys', recheckAll)
  ctx.invalidation.on('sessions', recheckAll)
  const timer = setInterval(recheckAll, RECHECK_MS)
  timer.unref()
  let isStopping = false
  // Streams end before the server waits for its running requests: otherwise it would wait for its whole drain time.
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

/** An unavailable database or a limit used up by others does not end the call: the next check decides. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.code !== 'rate_limited'
}
