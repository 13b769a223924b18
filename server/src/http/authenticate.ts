import { findPrincipal, type KeyUse, recordKeyUses } from '../domains/keys/service.ts'
import type { Context, Principal } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'

export interface Authenticator {
  authenticate(authorization: string | undefined): Promise<Principal>
  /** Writes down when keys were last used; called now and then, never by a request. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Entry {
  /** Undefined for a key that does not exist: guessing keys must not cost a query each. */
  readonly principal: Principal | undefined
  readonly staleAt: number
}

const KEPT_MS = 30_000
const KEPT_MS_UNKNOWN = 5_000
const ENTRIES_MAX = 50_000
const FLUSH_MS = 5_000
const UNKNOWN =
  'This API key does not exist or was revoked. When no key of the workspace is left, its operator makes one with `quoin-server keys create`.'

export function createAuthenticator(ctx: Context): Authenticator {
  const cache = new Map<string, Entry>()
  const used = new Map<string, KeyUse>()
  let generation = 0
  ctx.control.on('keys', () => {
    generation++
    cache.clear()
  })

  async function load(key: string): Promise<Principal | undefined> {
    const startedIn = generation
    const principal = await findPrincipal(ctx.db, key)
    // A key revoked while it was being read must not be remembered as good.
    if (startedIn !== generation) return principal && findPrincipal(ctx.db, key)
    if (cache.size >= ENTRIES_MAX) cache.clear()
    cache.set(key, { principal, staleAt: Date.now() + (principal ? KEPT_MS : KEPT_MS_UNKNOWN) })
    return principal
  }

  async function flush() {
    if (used.size === 0) return
    const uses = [...used.values()]
    used.clear()
    await recordKeyUses(ctx.db, uses)
  }
  const timer = setInterval(() => {
    flush().catch((error: unknown) => ctx.log.warn({ err: error }, 'last_used_at was not written'))
  }, FLUSH_MS)
  timer.unref()

  return {
    async authenticate(authorization) {
      if (authorization === undefined)
        throw refused('Send your API key in the header `Authorization: Bearer <API_KEY>`.')
      const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
      if (key === undefined) throw refused('The Authorization header must read `Bearer <API_KEY>`.')
      const entry = cache.get(key)
      const principal = entry && entry.staleAt > Date.now() ? entry.principal : await load(key)
      if (!principal) throw refused(UNKNOWN)
      const now = ctx.clock.now()
      if (principal.expiresAt && principal.expiresAt <= now) throw refused('This API key has expired.')
      used.set(principal.keyId, { workspaceId: principal.workspaceId, keyId: principal.keyId, at: now })
      return principal
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
