import type { Static, TSchema } from 'typebox'
import type { Violation } from './errors.ts'
import { afterId, checkCursor, type Page, PageQuery, PageSchema, toPage } from './page.ts'
import { Type } from './type.ts'

/** The path parameters of an endpoint of one resource. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Answers a test key with the id it asked for. */
export function echoId<R extends { id: string }>({ params }: { params: { id: string } }, reply: R): R {
  return { ...reply, id: params.id }
}

/** The example of an endpoint that takes an id and answers the resource. */
export function exampleById<R extends { id: string }>(reply: R) {
  return { params: { id: reply.id }, reply, echo: echoId }
}

/** A list's only page, as examples show it. */
export function onePage<T>(...data: T[]): Page<T> {
  return { data, has_more: false, next_cursor: null }
}

interface ListInput {
  readonly query: { readonly limit: number; readonly cursor?: string }
}

/** What an endpoint that lists a resource takes and answers; filters are added to its query. */
export function declareList<S extends TSchema>(item: S, title: string, example: Static<S>) {
  return {
    query: Type.Object(PageQuery),
    reply: PageSchema(item, title),
    check: ({ query }: ListInput): Violation[] => checkCursor(query.cursor, findIdPrefix(example)),
    example: examplePages(example as Static<S> & object),
  }
}

const LETTERS = ['B', 'A', '9']
/** A value that ends in a ULID. */
const ID = /^(?:([a-z]+)_)?[0-9A-HJKMNP-TV-Z]{25}(?=.$)/

/**
 * The example of a list, which a test key can page through: the same item with a few ids, newest first. It shows a page of one item.
 * Filters are repeated in the fields of their name, and so is what `fit` takes from the path.
 */
export function examplePages<T extends object>(
  example: T,
  fit: (params: Readonly<Record<string, string>>) => Partial<T> = () => ({}),
) {
  const [field, id] = findIdField(example)
  const rows = id === undefined ? [] : LETTERS.map((letter) => ({ id: id.slice(0, -1) + letter }))
  const show = (page: { rows: { id: string }[]; hasMore: boolean }, shown: T) =>
    rows.length === 0 ? onePage(shown) : toPage(page, (row) => ({ ...shown, [field]: row.id }))
  return {
    query: { limit: '1' },
    reply: show({ rows: rows.slice(0, 1), hasMore: true }, example),
    echo: ({ query, params }: ListInput & { params?: unknown }): Page<T> => {
      const after = afterId(query.cursor, findIdPrefix(example))
      const rest = rows.filter((row) => after === undefined || row.id < after)
      const fitted = { ...example, ...repeated(example, query), ...fit((params ?? {}) as Record<string, string>) }
      return show({ rows: rest.slice(0, query.limit), hasMore: rest.length > query.limit }, fitted)
    },
  }
}

/** The filters that are fields of the item. */
function repeated<T extends object>(example: T, query: object): Partial<T> {
  const filters = Object.entries(query).filter(
    ([name, value]) => name !== 'cursor' && typeof value === typeof example[name as keyof T],
  )
  return Object.fromEntries(filters) as Partial<T>
}

/** The field that identifies an item: the first whose value is an id. */
function findIdField(example: object): [field: string, id: string | undefined] {
  return Object.entries(example).find(([, value]) => typeof value === 'string' && ID.test(value)) ?? ['id', undefined]
}

function findIdPrefix(example: object): string | undefined {
  return ID.exec(findIdField(example)[1] ?? '')?.[1]
}
