import { BoundedCache } from '../../kit/bounded-cache.ts'
import type { Context } from '../../kit/context.ts'
import { sha256Hex } from '../../kit/hash.ts'

/** Throws when the caller's address may not look up unknown secrets now. */
export type AssertMayLookUp = () => Promise<void> | undefined

/** A kind of secret that identifies callers: keys and links, or session cookies. */
interface SecretKind<Found, Use> {
  /** Announced in the transaction that changes what a secret of this kind may do. */
  readonly topic: 'keys' | 'sessions'
  readonly bytesMax: number
  isWellFormed(secret: string): boolean
  read(secret: string): Promise<Found | undefined>
  /** Returns the bytes in memory; undefined for a result that must not be cached. */
  measure(found: Found): number | undefined
  recordUses(uses: Use[]): Promise<void>
}

interface PrincipalCache<Found, Use> {
  /**
   * Finds what a secret identifies; without a promise if it is cached. Calls `assertMayLookUp` before an unknown secret costs a
   * query.
   */
  find(secret: string, assertMayLookUp?: AssertMayLookUp): Found | undefined | Promise<Found | undefined>
  /** Records the last use of an id. It is written every few seconds, never by a request. */
  recordUse(id: string, use: Use): void
  close(): Promise<void>
}

interface Entry<Found> {
  readonly found: Found
  readonly staleAt: number
  readonly generation: number
}

const TTL_MS = 30_000
const UNKNOWN_TTL_MS = 5_000
/** Size of the separate cache for unknown secrets, so that guesses do not evict real ones. */
const UNKNOWN_BYTES_MAX = 2 * 1_048_576
const FLUSH_MS = 5_000

/** Caches what secrets identify, by their hashes. After a change to any secret of the kind, each is read again. */
export function createPrincipalCache<Found, Use>(
  ctx: Context,
  kind: SecretKind<Found, Use>,
): PrincipalCache<Found, Use> {
  const known = new BoundedCache<Entry<Found>>(kind.bytesMax)
  /** Time until a secret is looked up again, so that guesses do not cost a query each. */
  const unknown = new BoundedCache<number>(UNKNOWN_BYTES_MAX)
  const used = new Map<string, Use>()
  let generation = 0
  ctx.invalidation.on(kind.topic, () => {
    generation++
    unknown.clear()
  })

  async function load(secret: string, hash: string): Promise<Found | undefined> {
    const startedIn = generation
    const found = await kind.read(secret)
    // A secret that was revoked while it was being read must not be cached as valid.
    if (startedIn !== generation) return found && kind.read(secret)
    const bytes = found && kind.measure(found)
    if (found && bytes !== undefined)
      known.set(hash, { found, staleAt: Date.now() + TTL_MS, generation: startedIn }, bytes)
    else known.delete(hash)
    if (!found) unknown.set(hash, Date.now() + UNKNOWN_TTL_MS, 0)
    return found
  }

  async function flush() {
    if (used.size === 0) return
    const uses = [...used.values()]
    used.clear()
    await kind.recordUses(uses)
  }
  const timer = setInterval(() => {
    flush().catch((error: unknown) => ctx.log.warn({ err: error }, `could not record the last use of ${kind.topic}`))
  }, FLUSH_MS)
  timer.unref()

  return {
    find(secret, assertMayLookUp) {
      const hash = sha256Hex(secret)
      const entry = known.get(hash)
      if (entry && entry.generation === generation && entry.staleAt > Date.now()) return entry.found
      // A malformed secret is neither looked up nor cached.
      if ((unknown.get(hash) ?? 0) > Date.now() || !kind.isWellFormed(secret)) return undefined
      // A secret that worked before is read again, whatever other callers at its address send.
      const asserting = entry ? undefined : assertMayLookUp?.()
      return asserting ? asserting.then(() => load(secret, hash)) : load(secret, hash)
    },
    recordUse(id, use) {
      used.set(id, use)
    },
    async close() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}
