import { isWellFormed } from '../../domains/identity/keys/secret.ts'
import { findKnownKey, type KeyUse, type KnownKey, recordKeyUses } from '../../domains/identity/keys/service.ts'
import { findKnownLink, isLinkToken } from '../../domains/identity/portal-links/service.ts'
import { workspaceClosed } from '../../domains/identity/workspaces/service.ts'
import { BoundedCache, estimateBytes } from '../../kit/bounded-cache.ts'
import type { Context, Principal } from '../../kit/context.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { sha256Hex } from '../../kit/hash.ts'

export interface Authenticator {
  /**
   * Authenticates a key. Calls `assertMayLookUp`, which may throw, before an unknown key costs a query. A cached key is
   * resolved without a promise.
   */
  authenticate(authorization: string | undefined, assertMayLookUp?: AssertMayLookUp): Principal | Promise<Principal>
  /** Records when keys were last used. Called every few seconds, never by a request. */
  flush(): Promise<void>
  close(): Promise<void>
}

type AssertMayLookUp = () => Promise<void> | undefined

interface Entry extends KnownKey {
  readonly staleAt: number
  readonly generation: number
}

const TTL_MS = 30_000
const UNKNOWN_TTL_MS = 5_000
const BYTES_MAX = 32 * 1_048_576
/** Size of the separate cache for unknown keys, so that guessed keys do not evict real ones. */
const UNKNOWN_BYTES_MAX = 2 * 1_048_576
const FLUSH_MS = 5_000
const UNKNOWN =
  'This API key does not exist or was revoked. If the workspace has no key left, the operator of this server creates one with `quoin-server keys create`.'

export function createAuthenticator(ctx: Context): Authenticator {
  const known = new BoundedCache<Entry>(BYTES_MAX)
  /** Time until a key is looked up again, so that guessed keys do not cost a query each. */
  const unknown = new BoundedCache<number>(UNKNOWN_BYTES_MAX)
  const used = new Map<string, KeyUse>()
  let generation = 0
  ctx.invalidation.on('keys', () => {
    generation++
    unknown.clear()
  })

  async function load(key: string, hash: string): Promise<KnownKey | undefined> {
    const startedIn = generation
    const read = isLinkToken(key) ? findKnownLink : findKnownKey
    const found = await read(ctx.db, key)
    // A key that was revoked while it was being read must not be cached as valid.
    if (startedIn !== generation) return found && read(ctx.db, key)
    if (found)
      known.set(hash, { ...found, staleAt: Date.now() + TTL_MS, generation: startedIn }, estimateBytes(found.principal))
    else {
      known.delete(hash)
      unknown.set(hash, Date.now() + UNKNOWN_TTL_MS, 0)
    }
    return found
  }

  /** A malformed key is neither looked up nor cached: its checksum shows that it does not exist. */
  function find(key: string, assertMayLookUp?: AssertMayLookUp): KnownKey | undefined | Promise<KnownKey | undefined> {
    const hash = sha256Hex(key)
    const entry = known.get(hash)
    if (entry && entry.generation === generation && entry.staleAt > Date.now()) return entry
    if ((unknown.get(hash) ?? 0) > Date.now() || !(isWellFormed(key) || isLinkToken(key))) return undefined
    // A key that worked before is read again, whatever other callers at its address send.
    const asserting = entry ? undefined : assertMayLookUp?.()
    return asserting ? asserting.then(() => load(key, hash)) : load(key, hash)
  }

  function getPrincipal(found: KnownKey | undefined): Principal {
    if (!found) throw refused(UNKNOWN)
    const { principal, isClosed, refusal } = found
    if (isClosed) throw workspaceClosed()
    if (refusal !== undefined) throw refused(refusal)
    const now = ctx.clock.now()
    if (principal.expiresAt && principal.expiresAt <= now)
      throw refused(
        principal.link ? 'This link has expired. Ask for a new one.' : 'This API key has expired. Create a new one.',
      )
    if (!principal.link)
      used.set(principal.keyId, { workspaceId: principal.workspaceId, keyId: principal.keyId, at: now })
    return principal
  }

  async function flush() {
    if (used.size === 0) return
    const uses = [...used.values()]
    used.clear()
    await recordKeyUses(ctx.db, uses)
  }
  const timer = setInterval(() => {
    flush().catch((error: unknown) => ctx.log.warn({ err: error }, 'could not record last_used_at of keys'))
  }, FLUSH_MS)
  timer.unref()

  return {
    authenticate(authorization, assertMayLookUp) {
      if (authorization === undefined)
        throw refused('Send your API key in the header `Authorization: Bearer <API_KEY>`.')
      const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
      if (key === undefined) throw refused('The Authorization header must be `Bearer <API_KEY>`.')
      const found = find(key, assertMayLookUp)
      return found instanceof Promise ? found.then(getPrincipal) : getPrincipal(found)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}

function refused(detail: string): ApiError {
  return new ApiError('invalid_api_key', detail, { headers: { 'www-authenticate': 'Bearer' } })
}
