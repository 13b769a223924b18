import type { Db } from '../../kit/db.ts'
import type { Person } from './contract.ts'
import { domainOf, isNamed, type KnownEmail, knownEmail, type PersonKey } from './find-person.ts'
import { presentPerson } from './present.ts'
import { tsqueryOf } from './query.ts'
import { SHELVES } from './shelf.ts'
import { listVisibleByEmails, listVisibleByIds, listVisibleByQueries } from './sql/people.ts'
import type { PersonRow } from './sql/rows.ts'
import { wordsOf } from './words.ts'

const NAMESAKES_MAX = 20

interface NameAt {
  readonly full_name: string
  readonly domain: string
}

/** What `findPerson` answers, for many in a few statements; in the order of the keys. */
export async function findPeople(
  db: Db,
  workspaceId: string,
  keys: readonly PersonKey[],
): Promise<(Person | undefined)[]> {
  const ids = keys.flatMap((key) => (key.by === 'id' ? [key.id] : []))
  const emails = keys.flatMap((key) => (key.by === 'email' ? [emailOf(key.email)] : []))
  const names = keys.filter((key) => key.by === 'name')
  const byId = indexed(ids.length > 0 ? await listVisibleByIds(db, workspaceId, ids) : [], ({ id }) => id)
  const byEmail = indexed(
    emails.length > 0 ? await listVisibleByEmails(db, workspaceId, emails) : [],
    ({ email }) => email ?? '',
  )
  const named = new Map<PersonKey, PersonRow | undefined>()
  const found = await listByNames(db, workspaceId, names)
  names.forEach((key, n) => named.set(key, found[n]?.[0]))
  return keys.map((key) => {
    const row =
      key.by === 'id' ? byId.get(key.id) : key.by === 'email' ? byEmail.get(emailOf(key.email)) : named.get(key)
    return row && presentPerson(row)
  })
}

/** What `findKnownEmail` answers, for many at once. */
export async function findKnownEmails(
  db: Db,
  workspaceId: string,
  names: readonly NameAt[],
): Promise<(KnownEmail | undefined)[]> {
  const rows = await listByNames(db, workspaceId, names)
  return names.map(({ domain }, n) => knownEmail(rows[n] ?? [], domain))
}

/** One tsquery each, over all shelves: nobody asks for a page here, so there is no shelf to stop at. */
async function listByNames(db: Db, workspaceId: string, names: readonly NameAt[]): Promise<PersonRow[][]> {
  const queries = names.map(queryOf)
  const asked = queries.flatMap((query, n) => (query === undefined ? [] : [{ query, n }]))
  const found: PersonRow[][] = names.map(() => [])
  if (asked.length === 0) return found
  const list = asked.map(({ query }) => query)
  for (const row of await listVisibleByQueries(db, workspaceId, list, NAMESAKES_MAX)) {
    const n = asked[row.asked - 1]?.n ?? -1
    if (isNamed(row, names[n]?.full_name ?? '')) found[n]?.push(row)
  }
  return found
}

function queryOf({ full_name, domain }: NameAt): string | undefined {
  const words = wordsOf(full_name)
  if (words.length === 0) return undefined
  const at = domainOf(domain)
  const term = { all: [{ any: [`cd:${at}`, `ed:${at}`] }, ...words] }
  return Array.from({ length: SHELVES }, (_, shelf) => tsqueryOf(term, shelf)).join('|')
}

function indexed(rows: readonly PersonRow[], keyOf: (row: PersonRow) => string): Map<string, PersonRow> {
  const index = new Map<string, PersonRow>()
  for (const row of rows) if (!index.has(keyOf(row))) index.set(keyOf(row), row)
  return index
}

function emailOf(given: string): string {
  return given.trim().toLowerCase()
}
