import { type AnyAction, readQuestion } from '../../../sources/action.ts'
import { toListKey } from '../purchases/datum.ts'
import type { SearchRequest } from './contract/example-search.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'

/** Returns a search as it is kept: the key of its datum, and the question as it was sent. */
export function describeSearch({ query, filters, limit, cursor, since_cursor: sinceCursor }: SearchRequest) {
  const wanted = limit ?? LIMIT_DEFAULT
  const hasFilters = typeof filters === 'object' && filters !== null && Object.keys(filters).length > 0
  return {
    key: toListKey({ query, filters: hasFilters ? filters : null, limit: wanted, cursor, sinceCursor }),
    question: { ...(query && { query }), ...(hasFilters && { filters }), limit: wanted },
  }
}

/** Returns the key of the datum that a call asks for. */
export function readDatumKey(action: AnyAction | undefined, body: SearchRequest): string {
  if (!action) return describeSearch(body).key
  const { query, filters } = body
  return action.subjectKey(readQuestion(action, { query, filters: (filters ?? null) as never }))
}
