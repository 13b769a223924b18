import { BoundedCache, bytesOf } from '../../../kit/bounded-cache.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { connectDedicated, type Pool } from '../../../kit/postgres/db.ts'
import { publishChanges } from '../sql/changes.ts'
import { isPossibleSearch } from './query.ts'
import { type FoundPeople, type PeopleSearch, searchPeople } from './search.ts'

export type SearchPeople = (search: PeopleSearch) => Promise<FoundPeople>

const CONNECTIONS = 4

/**
 * Connections for searches alone, which keep one generic plan for each kind of statement: planning took 0.3 ms a statement,
 * as long as some searches (decision 0016).
 */
export function connectForSearch(db: Pool): Pool {
  const settings = { plan_cache_mode: 'force_generic_plan' }
  return connectDedicated(db, { max: CONNECTIONS, name: 'quoin search', settings })
}

const BYTES_MAX = 32 * 1_048_576

/**
 * Answers a repeated search from memory as long as neither the directory nor a suppression has changed. Every change gives
 * the directory a new version, and every call reads the version. Concurrent calls share that statement, and concurrent
 * calls of the same search share the search.
 */
export function createCachedSearch(db: Pool, bytesMax = BYTES_MAX): SearchPeople {
  const readVersion = coalesceRuns(() => publishChanges(db))
  let cache = new BoundedCache<FoundPeople>(bytesMax)
  let inFlight = new Map<string, Promise<FoundPeople>>()
  let version = -1

  return async (search) => {
    const newest = await readVersion()
    // Versions are read one after the other, so they only grow.
    if (newest !== version) [cache, inFlight, version] = [new BoundedCache(bytesMax), new Map(), newest]
    const [kept, running] = [cache, inFlight]
    const key = sha256Hex(JSON.stringify(search))
    const known = kept.get(key) ?? running.get(key)
    if (known) return known
    // A search that nothing can match runs no statement, so caching it saves nothing.
    if (!isPossibleSearch(search)) return searchPeople(db, search)
    const answer = searchPeople(db, search)
    running.set(key, answer)
    try {
      const found = await answer
      kept.set(key, found, bytesOf(found))
      return found
    } finally {
      running.delete(key)
    }
  }
}

/** One run serves all callers that came while the run before was in flight; no caller gets a run that began before its call. */
function coalesceRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= last.then(() => {
      next = undefined
      const answer = run()
      last = answer.catch(() => {})
      return answer
    })
    return next
  }
}
