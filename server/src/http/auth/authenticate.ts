import { isWellFormed } from '../../domains/identity/keys/secret.ts'
import { findKnownKey, type KeyUse, type KnownKey, recordKeyUses } from '../../domains/identity/keys/service.ts'
import { findKnownToken, isAccessToken } from '../../domains/identity/oauth/tokens.ts'
import { findKnownLink, isLinkToken } from '../../domains/identity/portal-links/service.ts'
import { workspaceClosed } from '../../domains/identity/workspaces/service.ts'
import { estimateBytes } from '../../kit/bounded-cache.ts'
import type { Context, Principal } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { type AssertMayLookUp, createPrincipalCache } from './principal-cache.ts'

export interface Authenticator {
  /**
   * Authenticates a key. Calls `assertMayLookUp`, which may throw, before an unknown key costs a query. A cached key is
   * resolved without a promise.
   */
  authenticate(authorization: string | undefined, assertMayLookUp?: AssertMayLookUp): Principal | Promise<Principal>
  close(): Promise<void>
}

const BYTES_MAX = 32 * 1_048_576
const UNKNOWN =
  'This API key does not exist or was revoked. If the workspace has no key left, the operator of this server creates one with `quoin-server keys create`.'
const TOKEN_ENDED = 'This access token has expired or was revoked. Refresh it; if that is refused too, sign in again.'

export function createAuthenticator(ctx: Context): Authenticator {
  const keys = createPrincipalCache<KnownKey, KeyUse>(ctx, {
    topic: 'keys',
    bytesMax: BYTES_MAX,
    isWellFormed: (key) => isWellFormed(key) || isLinkToken(key) || isAccessToken(key),
    read: (key) => chooseLookup(key)(ctx.db, key),
    measure: ({ principal }) => estimateBytes(principal),
    recordUses: (uses) => recordKeyUses(ctx.db, uses),
  })

  function getPrincipal(found: KnownKey | undefined, key: string): Principal {
    if (!found) throw refused(isAccessToken(key) ? TOKEN_ENDED : UNKNOWN)
    const { principal, isClosed, refusal } = found
    if (isClosed) throw workspaceClosed()
    if (refusal !== undefined) throw refused(refusal)
    const now = ctx.clock.now()
    if (principal.expiresAt && principal.expiresAt <= now) throw refused(describeExpiry(principal, key))
    const { workspaceId, keyId } = principal
    if (!principal.link) keys.recordUse(keyId, { workspaceId, keyId, at: now })
    return principal
  }

  return {
    authenticate(authorization, assertMayLookUp) {
      if (authorization === undefined)
        throw refused('Send your API key in the header `Authorization: Bearer <API_KEY>`.')
      const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
      if (key === undefined) throw refused('The Authorization header must be `Bearer <API_KEY>`.')
      const found = keys.find(key, assertMayLookUp)
      return found instanceof Promise ? found.then((late) => getPrincipal(late, key)) : getPrincipal(found, key)
    },
    close: () => keys.close(),
  }
}

function chooseLookup(key: string): (db: Db, key: string) => Promise<KnownKey | undefined> {
  if (isLinkToken(key)) return findKnownLink
  return isAccessToken(key) ? findKnownToken : findKnownKey
}

function describeExpiry({ link }: Principal, key: string): string {
  if (link) return 'This link has expired. Ask for a new one.'
  if (isAccessToken(key)) return TOKEN_ENDED
  return 'This API key has expired. Create a new one.'
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_api_key', detail, { headers: { 'www-authenticate': 'Bearer' } })
}
