import type { Static, TSchema } from 'typebox'
import type { Violation } from './errors.ts'
import { afterId, checkCursor, type Page, PageQuery, PageSchema, toPage } from './page.ts'
import { Type } from './type.ts'

/** Path parameters of an endpoint for one resource. */
export const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** Repeats the requested id in a test key's reply. */
export function echoId<R extends { id: string }>({ params }: { params: { id: string } }, reply: R): R {
  return { ...reply, id: params.id }
}

/** Returns the example of an endpoint that takes an id and returns the resource. */
export function exampleById<R extends { id: string }>(reply: R) {
  return { params: { id: reply.id }, reply, echo: echoId }
}

/** Returns a list's only page, as examples show it. */
export function onePage<T>(...data: T[]): Page<T> {
  return { data, has_more: false, next_cursor: null }
}

interface ListInput {
  readonly query: { readonly limit: number; readonly cursor?: string }
}

/** Declares the query and reply of an endpoint that lists a resource; filters are added to its query. */
export function declareList<S extends TSchema>(item: S, title: string, example: Static<S>) {
  return {
    query: Type.Object(PageQuery),
    reply: PageSchema(item, title),
    check: ({ query }: ListInput): Violation[] => checkCursor(query.cursor, findIdPrefix(example)),
    example: examplePages(example as Static<S> & object),
  }
}

const LETTERS = ['B', 'A', '9']
/** Matches a value that ends in a ULID. */
const ID = /^(?:([a-z]+)_)?[0-9A-HJKMNP-TV-Z]{25}(?=.$)/

/**
 * Returns the example of a list, which a test key can page through: the same item with a few ids, newest first. The documented
 * example is a page of one item. Filters are repeated in the fields of the same name, and so are the path parameters that `fit`
 * takes.
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

/** Returns the filters that are fields of the item. */
function repeated<T extends object>(example: T, query: object): Partial<T> {
  const filters = Object.entries(query).filter(
    ([name, value]) => name !== 'cursor' && typeof value === typeof example[name as keyof T],
  )
  return Object.fromEntries(filters) as Partial<T>
}

/** Finds the field that identifies an item: the first whose value is an id. */
function findIdField(example: object): [field: string, id: string | undefined] {
  return Object.entries(example).find(([, value]) => typeof value === 'string' && ID.test(value)) ?? ['id', undefined]
}

function findIdPrefix(example: object): string | undefined {
  return ID.exec(findIdField(example)[1] ?? '')?.[1]
}
