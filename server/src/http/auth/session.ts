import { isSessionToken } from '../../domains/identity/sessions/cookie.ts'
import { findSignedIn, recordSessionUses, type UserSession } from '../../domains/identity/sessions/service.ts'
import type { Context } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { type AssertMayLookUp, createPrincipalCache } from './principal-cache.ts'

export interface SessionAuthenticator {
  /** Authenticates a session. Calls `assertMayLookUp`, which may throw, before an unknown token costs a query. */
  authenticate(token: string | undefined, assertMayLookUp: AssertMayLookUp): Promise<UserSession>
  close(): Promise<void>
}

const BYTES_MAX = 16 * 1_048_576
/** Bytes of a session in memory, and of each of its memberships. */
const SESSION_BYTES = 1024
const MEMBERSHIP_BYTES = 512

/** Turns a session cookie into the signed-in user. */
export function createSessionAuthenticator(ctx: Context): SessionAuthenticator {
  const sessions = createPrincipalCache<UserSession, { id: string; at: Date }>(ctx, {
    topic: 'sessions',
    bytesMax: BYTES_MAX,
    isWellFormed: isSessionToken,
    read: (token) => findSignedIn(ctx, token),
    // The next request replaces a session that waits for its second factor.
    measure: ({ isPendingTotp, principals }) =>
      isPendingTotp ? undefined : SESSION_BYTES + MEMBERSHIP_BYTES * principals.size,
    recordUses: (uses) => recordSessionUses(ctx.db, uses),
  })

  return {
    async authenticate(token, assertMayLookUp) {
      if (token === undefined) throw refused('Sign in first: this call needs the session of a signed-in user.')
      const signedIn = await sessions.find(token, assertMayLookUp)
      const now = ctx.clock.now()
      if (!signedIn || signedIn.expiresAt <= now) throw refused('Your session has ended. Sign in again.')
      sessions.recordUse(signedIn.sessionId, { id: signedIn.sessionId, at: now })
      return signedIn
    },
    close: () => sessions.close(),
  }
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_session', detail)
}
