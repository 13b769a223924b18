import { PlatformError } from '../platform-error.ts'
import { type Body, type Graph, readAll } from './graph.ts'

const PAGE_SIZE = 100

/**
 * The Facebook pages of a person: those chosen at the sign-in, and those of their businesses, which are not always among the
 * first. A person without businesses, or who did not allow them to be read, has only the first.
 */
export async function readPages(person: Graph, fields: string): Promise<Body[]> {
  const query = { fields, limit: PAGE_SIZE }
  const pages = await readAll(person, 'me/accounts', { query })
  for (const { id } of await readAllowed(person, 'me/businesses', { fields: 'id', limit: PAGE_SIZE }))
    for (const edge of ['owned_pages', 'client_pages'])
      pages.push(...(await readAllowed(person, `${id}/${edge}`, query)))
  // The first entry wins: only `me/accounts` names the person's tasks.
  return pages.filter(({ id }, index) => pages.findIndex((page) => page.id === id) === index)
}

/** Nothing where Meta refuses; an outage is still an error, or pages would seem to be gone. */
async function readAllowed(person: Graph, path: string, query: Record<string, string | number>): Promise<Body[]> {
  return readAll(person, path, { query }).catch((error: unknown) => {
    if (error instanceof PlatformError && error.kind === 'invalid') return []
    throw error
  })
}
