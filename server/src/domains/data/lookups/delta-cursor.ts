import type { Secrets } from '../../../kit/secrets.ts'
import type { FoundPeople, PeopleSearch } from '../../../sources/directory/search/search.ts'

type CountFrom = PeopleSearch['countFrom']

/**
 * The cursor of a page of changes also says up to where the search is paid for, sealed together with the cursor. A page
 * whose seal does not open is charged like the first.
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

/** The next page is counted from where this one ended; a page without people is free and counts nothing. */
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
