import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { sha256Hex } from '../../../kit/hash.ts'

/** Identifies the search of a cursor: workspace, query and filters, in whatever order the filters were sent. */
export function hashSearch(workspaceId: string, query: string, filters: unknown): string {
  return sha256Hex(JSON.stringify([workspaceId, query, sortKeys(filters)])).slice(0, 16)
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortKeys(inner)]),
  )
}

type CursorPart = number | string

/**
 * Opaque to the caller but not sealed, because a forged cursor gains nothing: it only marks where to continue in the result of
 * a search that is sent again with it, and permissions are checked every time.
 */
export function writeCursor(kind: string, searchHash: string, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([kind, searchHash, ...parts])).toString('base64url')
}

const ID = /^(?:per|com)_[0-9A-HJKMNP-TV-Z]{26}$/

interface ExpectedCursor {
  /** The field of the request that contains the cursor. */
  readonly field: 'cursor' | 'since_cursor'
  readonly kind: string
  /** One letter for each part: `n` is a whole number, `i` an id or an empty text. */
  readonly shape: string
  readonly searchHash: string
}

/** Reads the parts of a cursor. Throws 422 for one that is not of the expected kind, shape and search. */
export function readCursor(cursor: string, { field, kind, shape, searchHash }: ExpectedCursor): CursorPart[] {
  const refuse = (why: string): never => {
    throw new InvalidRequest([invalidValue(['body', field], why)])
  }
  const [ofKind, ofSearch, ...parts] = parse(cursor) ?? refuse('this cursor did not come from a search')
  const isValid =
    ofKind === kind &&
    parts.length === shape.length &&
    parts.every((part, at) =>
      shape[at] === 'n' ? Number.isSafeInteger(part) && (part as number) >= 0 : part === '' || ID.test(String(part)),
    )
  if (!isValid) refuse('this cursor did not come from a search')
  if (ofSearch !== searchHash) refuse('this cursor belongs to a search with a different query or filters')
  return parts as CursorPart[]
}

/** The cursors of a search by kind. */
export const SHAPES = { people: 'nin', companies: 'nin', since: 'n', delta: 'nnni' } as const

interface Paging {
  readonly query: string
  readonly filters?: unknown
  readonly cursor?: string | null
  readonly since_cursor?: string | null
}

/** Throws the 422 that a search with these cursors would get. */
export function assertCursors(workspaceId: string, kind: 'people' | 'companies', search: Paging): void {
  const { query, filters, cursor, since_cursor: since } = search
  const searchHash = hashSearch(workspaceId, query, filters ?? {})
  if (since) readCursor(since, { field: 'since_cursor', kind: 'since', shape: SHAPES.since, searchHash })
  if (!cursor) return
  const [own = ''] = since ? cursor.split('.') : [cursor]
  const ofKind = since ? 'delta' : kind
  readCursor(own, { field: 'cursor', kind: ofKind, shape: SHAPES[ofKind], searchHash })
}

function parse(cursor: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
