import { hashSearch, readCursor, writeCursor } from '../../../../sources/directory/search/cursor.ts'
import { LIMIT_DEFAULT, scriptedFailure } from './requests.ts'

/** Queries of a test key with fixed outcomes. */
export const MISS = 'nobody'
export const FAIL = 'failure'
export const SCRIPTED = `With a test key the query \`${MISS}\` finds nothing and \`${FAIL}\` fails.`

export interface SearchRequest {
  readonly query: string
  readonly filters?: unknown
  readonly limit?: number | null
  readonly cursor?: string | null
  readonly since_cursor?: string | null
  readonly track_delta?: boolean
}

/**
 * Returns the page that a test key finds among examples. A cursor is refused with a different search, as it is for a live key.
 */
export function searchExamples<T>(kind: 'people' | 'companies', examples: readonly T[], request: SearchRequest) {
  const { query, since_cursor: since } = request
  if (query === FAIL) throw scriptedFailure()
  const { start, searchHash } = checkExampleCursors(kind, request)
  const end = start + (request.limit ?? LIMIT_DEFAULT)
  const found = query === MISS ? [] : examples.slice(start, end)
  const hasMore = query !== MISS && examples.length > end
  return {
    status: 'OK' as const,
    data: found.length > 0 ? found : null,
    has_more: hasMore,
    next_cursor: hasMore ? writeCursor(kind, searchHash, [end]) : null,
    ...((request.track_delta || since) && { cursor: writeCursor('since', searchHash, [1]) }),
  }
}

export function checkExampleCursors(kind: 'people' | 'companies', request: SearchRequest) {
  const { query, filters = null, cursor, since_cursor: since } = request
  const searchHash = hashSearch('test', query, filters)
  if (since) readCursor(since, { field: 'since_cursor', kind: 'since', shape: 'n', searchHash })
  const start = cursor ? Number(readCursor(cursor, { field: 'cursor', kind, shape: 'n', searchHash })[0]) : 0
  return { start, searchHash }
}
