import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import { buildEdgeSchema, type EdgeSchema, type Graph, readAll } from './graph.ts'

const PAGE_SIZE = 100

const BusinessEdge = buildEdgeSchema(Type.Object({ id: Id }))

/**
 * Lists the Facebook pages that a person chose at the sign-in, then those of the person's businesses, which are not always among the
 * first. Pages of businesses are missing if the person did not allow the app to read them.
 */
export async function readPages<Page extends { readonly id: string | number }>(
  person: Graph,
  fields: string,
  schema: EdgeSchema<Page>,
): Promise<Page[]> {
  const query = { fields, limit: PAGE_SIZE }
  const pages = await readAll(person, 'me/accounts', { schema, query })
  const businesses = await readAllowed(person, 'me/businesses', BusinessEdge, { fields: 'id', limit: PAGE_SIZE })
  for (const { id } of businesses)
    for (const edge of ['owned_pages', 'client_pages'])
      pages.push(...(await readAllowed(person, `${id}/${edge}`, schema, query)))
  // The first entry wins: only `me/accounts` names the person's tasks.
  return pages.filter(({ id }, index) => pages.findIndex((page) => page.id === id) === index)
}

/** Returns nothing if Meta refuses. Throws during an outage: the pages would seem to be gone. */
async function readAllowed<Item>(
  person: Graph,
  path: string,
  schema: EdgeSchema<Item>,
  query: Record<string, string | number>,
): Promise<Item[]> {
  return readAll(person, path, { schema, query }).catch((error: unknown) => {
    if (error instanceof PlatformError && error.kind === 'invalid') return []
    throw error
  })
}
