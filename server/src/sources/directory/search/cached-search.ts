import { BoundedCache } from '../../../kit/bounded-cache.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { connectDedicated, type Db, type Pool } from '../../../kit/postgres/db.ts'
import { searchConnections } from '../../../kit/postgres/pool/pool-sizes.ts'
import { getPublishedVersion, publishChanges } from '../sql/changes.ts'
import { isPossibleSearch } from './query.ts'
import { type FoundPeople, type PeopleSearch, searchPeople } from './search.ts'

export type SearchPeople = (search: PeopleSearch) => Promise<FoundPeople>

/**
 * Opens connections for searches only, which keep one generic plan for each kind of statement: planning took 0.3 ms per
 * statement, as long as some searches (decision 0016).
 */
export function connectForSearch(db: Pool): Pool {
  const settings = { plan_cache_mode: 'force_generic_plan', enable_memoize: 'off', jit: 'off' }
  return connectDedicated(db, { max: searchConnections(db.options.max ?? 10), name: 'quoin search', settings })
}

const BYTES_MAX = 32 * 1_048_576

/**
 * Returns a repeated search from memory as long as neither the directory nor a suppression has changed. Every change gives the
 * directory a new version, and every call reads the version. Concurrent calls share that statement, and concurrent calls of the
 * same search share the search.
 */
export function createCachedSearch(
  db: Pool,
  { bytesMax = BYTES_MAX, replica }: { bytesMax?: number; replica?: Db } = {},
): SearchPeople {
  const readVersion = coalesceRuns(() => publishChanges(db))
  const readReplicaVersion = replica && coalesceRuns(() => getPublishedVersion(replica))
  let cache = new BoundedCache<FoundPeople>(bytesMax)
  let inFlight = new Map<string, Promise<FoundPeople>>()
  let version = -1

  /** A replica that lacks a change would show people who are suppressed now. */
  async function searchIn(newest: number, search: PeopleSearch): Promise<FoundPeople> {
    const isCurrent = replica && (await readReplicaVersion?.()) === newest
    return searchPeople(isCurrent ? replica : db, search)
  }

  return async (search) => {
    const newest = await readVersion()
    // Versions are read one after the other, so they only increase.
    if (newest !== version) [cache, inFlight, version] = [new BoundedCache(bytesMax), new Map(), newest]
    const [kept, running] = [cache, inFlight]
    const key = sha256Hex(JSON.stringify(search))
    const known = kept.get(key) ?? running.get(key)
    if (known) return known
    // A search that cannot match anything runs no statement, so caching it saves nothing.
    if (!isPossibleSearch(search)) return searchPeople(db, search)
    const answer = searchIn(newest, search)
    running.set(key, answer)
    try {
      const found = await answer
      kept.set(key, found, estimatePageBytes(found))
      return found
    } finally {
      running.delete(key)
    }
  }
}

/** Bytes of a person's objects and field names; their sources are shared. */
const PERSON_BYTES = 2000
const BYTES_PER_LETTER = 4

/** Estimates the bytes of a page in memory. Writing it as JSON only to count was a sixth of the cost of a new search here. */
function estimatePageBytes({ people }: FoundPeople): number {
  let letters = 0
  for (const { full_name, first_name, last_name, title, department, company, location, skills, links } of people) {
    for (const text of [full_name, first_name, last_name, title, department]) letters += text?.length ?? 0
    letters += (company?.name?.length ?? 0) + (company?.domain?.length ?? 0) + (company?.industry?.length ?? 0)
    letters += (location?.city?.length ?? 0) + (location?.region?.length ?? 0)
    for (const skill of skills) letters += skill.length + 8
    for (const link of links) letters += link.length + 8
  }
  return people.length * PERSON_BYTES + letters * BYTES_PER_LETTER
}

/**
 * One run serves all callers that arrived while the previous run was in flight. No caller gets a run that began before its
 * call.
 */
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
