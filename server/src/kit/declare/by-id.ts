import { type Static, type TSchema, Type } from 'typebox'
import { type Page, PageOf, PageQuery } from './page.ts'

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

/** What an endpoint that lists a resource takes and answers; filters are added to its query. */
export function listOf<S extends TSchema>(item: S, title: string, example: Static<S>) {
  return { query: Type.Object(PageQuery), reply: PageOf(item, title), example: { reply: onePage(example) } }
}
