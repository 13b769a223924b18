import type { Secrets } from '../../../kit/secrets.ts'
import type { FoundPeople, PeopleSearch } from '../../../sources/directory/search/search.ts'

type CountFrom = PeopleSearch['countFrom']

/**
 * The cursor of a page of changes also tells how far the walk has been paid for, sealed together with the place it is for:
 * a page whose seal does not open is paid for like the first.
 */
export function readDeltaPage(secrets: Secrets, given: string): { cursor: string; countFrom: CountFrom } {
  const [cursor = '', sealed = ''] = given.split(/\.(.*)/s)
  try {
    return { cursor, countFrom: JSON.parse(secrets.open(sealed, purposeOf(cursor))) as CountFrom }
  } catch {
    return { cursor, countFrom: undefined }
  }
}

/** The next page goes on counting where this one ended; one that showed nobody is free and counts nothing. */
export function sealDeltaPage(secrets: Secrets, page: FoundPeople, countFrom: CountFrom): FoundPeople {
  const { nextCursor: cursor, people, countedTo = null } = page
  const paidTo = people.length > 0 ? countedTo : countFrom
  if (cursor === null || paidTo === undefined) return page
  return { ...page, nextCursor: `${cursor}.${secrets.seal(JSON.stringify(paidTo), purposeOf(cursor))}` }
}

function purposeOf(cursor: string): string {
  return `delta ${cursor}`
}
