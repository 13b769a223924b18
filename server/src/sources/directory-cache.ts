import { connectBeside, type Pool } from '../kit/db.ts'
import { type FoundPeople, type PeopleSearch, searchPeople } from './directory/search.ts'
import { publishChanges } from './directory/sql/changes.ts'

type Search = (search: PeopleSearch) => Promise<FoundPeople>

const AT_ONCE = 4

/** Connections on which every question of a kind has one plan: to make a plan takes as long as some searches do. */
export function connectForSearch(db: Pool): Pool {
  const settings = { plan_cache_mode: 'force_generic_plan' }
  return connectBeside(db, { max: AT_ONCE, name: 'quoin search', settings })
}

/** What is kept counts by the people in it: about two kilobytes each. */
const PEOPLE_MAX = 10_000

/**
 * Answers a question that was asked before from memory, for as long as the directory has not changed and nobody has asked
 * to be left out since: either gives the directory a new version, and every call reads the version. Those who ask at once
 * share that statement, and those who ask the same share the search.
 */
export function createCachedSearch(db: Pool, peopleMax = PEOPLE_MAX): Search {
  const readVersion = joined(() => publishChanges(db))
  let answers = new Map<string, Promise<FoundPeople>>()
  let version = -1
  let kept = 0

  /** An answer without anybody takes room too. */
  function count(mine: typeof answers, { people }: FoundPeople): void {
    if (mine !== answers) return
    kept += 1 + people.length
    if (kept > peopleMax) [answers, kept] = [new Map(), 0]
  }

  return async (search) => {
    const now = await readVersion()
    // Versions are read one after the other, so they only grow.
    if (now !== version) [answers, version, kept] = [new Map(), now, 0]
    const mine = answers
    const key = JSON.stringify(search)
    const known = mine.get(key)
    if (known) return known
    const answer = searchPeople(db, search)
    mine.set(key, answer)
    answer.then(
      (found) => count(mine, found),
      () => mine.delete(key),
    )
    return answer
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
