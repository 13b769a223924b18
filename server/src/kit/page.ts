import { type TSchema, Type } from 'typebox'
import { InvalidRequest, invalidValue } from './errors.ts'
import { Nullable } from './schema.ts'

/** The query of every list. */
export const PageQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'How many to return.' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: 'The `next_cursor` of the page before.' }),
  ),
}

export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

export function PageOf<S extends TSchema>(item: S, title: string) {
  return Type.Object(
    { data: Type.Array(item), has_more: Type.Boolean(), next_cursor: Nullable(Type.String()) },
    { title },
  )
}

/** Where a page starts: everything older than this id, which begins as those of the list do. ULIDs sort by time, so an id is the whole keyset. */
export function afterId(cursor: string | undefined, prefix?: string): string | undefined {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString('latin1')
  const isOfList = prefix === undefined || id.startsWith(`${prefix}_`)
  if (!isOfList || !/^[a-z]*_?[0-9A-HJKMNP-TV-Z]{26}$/.test(id))
    throw new InvalidRequest([
      invalidValue(
        ['query', 'cursor'],
        prefix ? 'this cursor did not come from this list' : 'this cursor did not come from a list of this API',
        cursor,
      ),
    ])
  return id
}

/** Makes a page of rows read with `limit + 1`: the one too many only says that there is more. */
export function pageOf<Row extends { id: string }, T>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    data: shown.map(present),
    has_more: hasMore,
    next_cursor: hasMore && last ? Buffer.from(last.id, 'latin1').toString('base64url') : null,
  }
}
