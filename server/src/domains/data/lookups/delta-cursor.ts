import type { Secrets } from '../../../kit/secrets.ts'
import type { FoundPeople, PeopleSearch } from '../../../sources/directory/search/search.ts'

type CountFrom = PeopleSearch['countFrom']

/**
 * Reads the cursor of a page of changes, which also contains the position up to which the search is paid for; both are sealed
 * together. A page whose seal does not open is charged like the first.
 */
export function readDeltaCursor(secrets: Secrets, given: string): { cursor: string; countFrom: CountFrom } {
  const [cursor = '', sealed = ''] = given.split(/\.(.*)/s)
  try {
    const paidTo = JSON.parse(secrets.open(sealed, buildSealPurpose(cursor))) as { place: number; id: string } | null
    return { cursor, countFrom: paidTo && { rank: paidTo.place, id: paidTo.id } }
  } catch {
    return { cursor, countFrom: undefined }
  }
}

/** Counts the next page from the end of this one; a page without people is free and counts nothing. */
export function sealDeltaCursor(secrets: Secrets, page: FoundPeople, countFrom: CountFrom): FoundPeople {
  const { nextCursor: cursor, people, countedTo = null } = page
  const paidTo = people.length > 0 ? countedTo : countFrom
  if (cursor === null || paidTo === undefined) return page
  const sealed = secrets.seal(JSON.stringify(paidTo && { place: paidTo.rank, id: paidTo.id }), buildSealPurpose(cursor))
  return { ...page, nextCursor: `${cursor}.${sealed}` }
}

function buildSealPurpose(cursor: string): string {
  return `delta ${cursor}`
}
