import type { TSchema } from 'typebox'
import type { Db, Statement } from '../postgres/db.ts'
import { InvalidRequest, invalidValue, type Violation } from './errors.ts'
import { countJsonBytes, Nullable } from './schema.ts'
import { Type } from './type.ts'

/** Query parameters of every list. */
export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Number of items to return.' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'The `next_cursor` of the previous page.' }),
  ),
}

export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

export function PageSchema<S extends TSchema>(item: S, title: string) {
  return Type.Object(
    { data: Type.Array(item), has_more: Type.Boolean(), next_cursor: Nullable(Type.String()) },
    { title },
  )
}

/** Returns the id after which a page starts, checked to belong to this list. ULIDs sort by time, so an id is the whole keyset. */
export function afterId(cursor: string | undefined, prefix?: string): string | undefined {
  const violations = checkCursor(cursor, prefix)
  if (violations.length > 0) throw new InvalidRequest(violations)
  return cursor === undefined ? undefined : idIn(cursor)
}

/** Checks a cursor in a contract, so that it is refused for test keys too. */
export function checkCursor(cursor: string | undefined, prefix?: string): Violation[] {
  if (cursor === undefined) return []
  const id = idIn(cursor)
  const isOfList = prefix === undefined || id.startsWith(`${prefix}_`)
  return isOfList && /^[a-z]*_?[0-9A-HJKMNP-TV-Z]{26}$/.test(id) ? [] : [foreignCursor()]
}

/** Checks the cursor of a list whose items are identified by a name. */
export function checkNameCursor(cursor: string | undefined): Violation[] {
  return cursor === undefined || /^[\w./-]+$/.test(idIn(cursor)) ? [] : [foreignCursor()]
}

export function foreignCursor(): Violation {
  return invalidValue(['query', 'cursor'], 'this cursor did not come from this list')
}

function idIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1')
}

/** Rows of one page; `hasMore` is true when the list continues. */
export interface PageRows<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/** Bytes at which a page ends, with the item that crosses this bound, whatever its limit. */
export const PAGE_BYTES_MAX = 1_048_576

/**
 * Reads a page of a statement that has an order and no limit. The database counts bytes and sends no rows beyond the bound. Rows
 * are measured as text, because a small jsonb can be a long text.
 */
export async function readPage<Row extends object>(
  db: Db,
  limit: number,
  statement: Statement<Row[]>,
): Promise<PageRows<Row>> {
  const read = await db<(Row & { page_rows: number })[]>`
    select * from (
      select listed.*, count(*) over () as page_rows,
        sum(octet_length(listed::text)) over (rows between unbounded preceding and 1 preceding) as page_bytes
      from (${statement} limit ${limit + 1}) as listed
    ) as page where coalesce(page_bytes, 0) < ${PAGE_BYTES_MAX}`
  const rows = read.slice(0, limit)
  return { rows, hasMore: rows.length < (read[0]?.page_rows ?? 0) }
}

/** Returns the first page of a list in memory. */
export function takeFirstPage<Row>(list: readonly Row[], limit: number): PageRows<Row> {
  let bytes = 0
  let end = 0
  while (end < Math.min(limit, list.length) && bytes < PAGE_BYTES_MAX) bytes += countJsonBytes(list[end++])
  return { rows: list.slice(0, end), hasMore: list.length > end }
}

/** Builds the reply of a page; the next page begins after the last item's id. */
export function toPage<Row extends { id: string }, T>(
  { rows, hasMore }: PageRows<Row>,
  present: (row: Row) => T,
): Page<T> {
  const last = rows.at(-1)
  return { data: rows.map(present), has_more: hasMore, next_cursor: hasMore && last ? toCursor(last.id) : null }
}

function toCursor(id: string): string {
  return Buffer.from(id, 'latin1').toString('base64url')
}

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Reads a page of a list in memory, in its order. A cursor is the key of the previous page's last item. */
export function pageInMemory<T>(
  list: readonly T[],
  { limit, cursor }: PageRequest,
  toKey: (item: T) => string,
): Page<T> {
  const start = cursor === undefined ? 0 : list.findIndex((item) => toCursor(toKey(item)) === cursor) + 1
  if (cursor !== undefined && start === 0) throw new InvalidRequest([foreignCursor()])
  const { rows, hasMore } = takeFirstPage(list.slice(start), limit)
  const last = rows.at(-1)
  return { data: [...rows], has_more: hasMore, next_cursor: hasMore && last ? toCursor(toKey(last)) : null }
}
