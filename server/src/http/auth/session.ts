import { isSessionToken } from '../../domains/identity/sessions/cookie.ts'
import { findSignedIn, recordSessionUses, type UserSession } from '../../domains/identity/sessions/service.ts'
import { BoundedCache } from '../../kit/bounded-cache.ts'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { sha256Hex } from '../../kit/hash.ts'

export interface SessionAuthenticator {
  /** Authenticates a session. Calls `assertMayLookUp`, which may throw, before an unknown token costs a query. */
  authenticate(token: string | undefined, assertMayLookUp: () => Promise<void> | undefined): Promise<UserSession>
  close(): Promise<void>
}

interface Entry {
  readonly signedIn: UserSession
  readonly staleAt: number
  readonly generation: number
}

const TTL_MS = 30_000
const BYTES_MAX = 16 * 1_048_576
/** Bytes of a session in memory, and of each of its memberships. */
const SESSION_BYTES = 1024
const MEMBERSHIP_BYTES = 512
const FLUSH_MS = 5000

/** Turns a session cookie into the signed-in user. Known sessions are cached, and read again after a change to any session. */
export function createSessionAuthenticator(ctx: Context): SessionAuthenticator {
  const known = new BoundedCache<Entry>(BYTES_MAX)
  const used = new Map<string, Date>()
  let generation = 0
  ctx.invalidation.on('sessions', () => {
    generation++
  })

  async function load(token: string, hash: string): Promise<UserSession | undefined> {
    const startedIn = generation
    const signedIn = await findSignedIn(ctx, token)
    // A session that was revoked while it was being read must not be cached as valid.
    if (startedIn !== generation) return signedIn && findSignedIn(ctx, token)
    // The next request replaces a session that waits for its second factor.
    if (signedIn?.isPendingTotp) return signedIn
    const bytes = SESSION_BYTES + MEMBERSHIP_BYTES * (signedIn?.principals.size ?? 0)
    if (signedIn) known.set(hash, { signedIn, staleAt: Date.now() + TTL_MS, generation: startedIn }, bytes)
    else known.delete(hash)
    return signedIn
  }

  async function find(
    token: string,
    assertMayLookUp: () => Promise<void> | undefined,
  ): Promise<UserSession | undefined> {
    if (!isSessionToken(token)) return undefined
    const hash = sha256Hex(token)
    const entry = known.get(hash)
    if (entry && entry.generation === generation && entry.staleAt > Date.now()) return entry.signedIn
    // A session that worked before is read again, whatever other callers at its address send.
    if (!entry) await assertMayLookUp()
    return load(token, hash)
  }

  async function flush() {
    if (used.size === 0) return
    const uses = [...used].map(([id, at]) => ({ id, at }))
    used.clear()
    await recordSessionUses(ctx.db, uses)
  }
  const timer = setInterval(() => {
    flush().catch((error: unknown) => ctx.log.warn({ err: error }, 'could not record last_seen_at of sessions'))
  }, FLUSH_MS)
  timer.unref()

  return {
    async authenticate(token, assertMayLookUp) {
      if (token === undefined) throw refused('Sign in first: this call needs the session of a signed-in user.')
      const signedIn = await find(token, assertMayLookUp)
      const now = ctx.clock.now()
      if (!signedIn || signedIn.expiresAt <= now) throw refused('Your session has ended. Sign in again.')
      used.set(signedIn.sessionId, now)
      return signedIn
    },
    async close() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_session', detail)
}
