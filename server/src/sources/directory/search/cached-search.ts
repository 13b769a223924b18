import { BoundedCache, bytesOf } from '../../../kit/bounded-cache.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { connectDedicated, type Pool } from '../../../kit/postgres/db.ts'
import { publishChanges } from '../sql/changes.ts'
import { isPossibleSearch } from './query.ts'
import { type FoundPeople, type PeopleSearch, searchPeople } from './search.ts'

type Search = (search: PeopleSearch) => Promise<FoundPeople>

const AT_ONCE = 4

/** Connections on which every question of a kind has one plan: to make a plan takes as long as some searches do. */
export function connectForSearch(db: Pool): Pool {
  const settings = { plan_cache_mode: 'force_generic_plan' }
  return connectDedicated(db, { max: AT_ONCE, name: 'quoin search', settings })
}

const BYTES_MAX = 32 * 1_048_576

/**
 * Answers a question that was asked before from memory, for as long as the directory has not changed and nobody has asked
 * to be left out since: either gives the directory a new version, and every call reads the version. Those who ask at once
 * share that statement, and those who ask the same share the search.
 */
export function createCachedSearch(db: Pool, bytesMax = BYTES_MAX): Search {
  const readVersion = joined(() => publishChanges(db))
  let answers = new BoundedCache<FoundPeople>(bytesMax)
  let underWay = new Map<string, Promise<FoundPeople>>()
  let version = -1

  return async (search) => {
    const now = await readVersion()
    // Versions are read one after the other, so they only grow.
    if (now !== version) [answers, underWay, version] = [new BoundedCache(bytesMax), new Map(), now]
    const [kept, running] = [answers, underWay]
    const key = sha256Hex(JSON.stringify(search))
    const known = kept.get(key) ?? running.get(key)
    if (known) return known
    // What nothing can match costs no search, and is not worth its room.
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

/** One run for all who ask while the run before is under way; nobody is answered by a run that began before they asked. */
function joined<T>(run: () => Promise<T>): () => Promise<T> {
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
