import type { Db } from '../../../kit/postgres/db.ts'
import type { Person } from '../contract.ts'
import { isPersonId } from '../ids.ts'
import { SHELVES, shelfLetter } from '../rank.ts'
import {
  type Colleague,
  listByIds,
  listByQueries,
  listNamed,
  listVisibleByEmails,
  listVisibleIds,
} from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import { ANY_SHELF } from '../sql/search.ts'
import { hasStanding } from '../sql/suppressions.ts'
import { emailMark, markOf } from '../suppress/keys.ts'
import { normaliseDomain } from '../text/domain-name.ts'
import { fold, wordsOf } from '../text/words.ts'
import { presentPerson } from './present.ts'
import { tsqueryOf } from './query.ts'

const NAMESAKES_MAX = 20

interface NameAt {
  readonly full_name: string
  readonly domain: string
}

export type PersonKey =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'name'; readonly full_name: string; readonly domain: string }

/** Whom the directory knows by each of these, in their order; undefined also for somebody who asked to be left out. */
export async function findPeople(
  db: Db,
  workspaceId: string,
  keys: readonly PersonKey[],
): Promise<(Person | undefined)[]> {
  const ids = keys.flatMap((key) => (key.by === 'id' ? [key.id] : []))
  const emails = keys.flatMap((key) => (key.by === 'email' ? [markOfEmail(key.email)] : []))
  const names = keys.filter((key) => key.by === 'name')
  const byId = indexed(ids.length > 0 ? await listByIds(db, workspaceId, ids) : [], ({ id }) => id)
  const byEmail = indexed(emails.length > 0 ? await listVisibleByEmails(db, workspaceId, emails) : [], ({ email }) =>
    emailMark(email ?? ''),
  )
  const named = new Map<PersonKey, PersonRow | undefined>()
  const found = await listByNames(db, workspaceId, names)
  names.forEach((key, n) => named.set(key, found[n]?.[0]))
  return keys.map((key) => {
    const row =
      key.by === 'id' ? byId.get(key.id) : key.by === 'email' ? byEmail.get(markOfEmail(key.email)) : named.get(key)
    return row && presentPerson(row)
  })
}

export async function findPerson(db: Db, workspaceId: string, key: PersonKey): Promise<Person | undefined> {
  return (await findPeople(db, workspaceId, [key]))[0]
}

/** Those of the directory's own people who may not be told of: left out, or not there any more. */
export async function listGone(db: Db, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const gone = new Set(ids.filter(isPersonId))
  if (gone.size > 0) for (const id of await listVisibleIds(db, workspaceId, [...gone])) gone.delete(id)
  return gone
}

export interface KnownEmail {
  readonly email: string
  readonly person: Person
}

/** The emails that the directory has for names at domains: of the company, or of the email itself. */
export async function findKnownEmails(
  db: Db,
  workspaceId: string,
  names: readonly NameAt[],
): Promise<(KnownEmail | undefined)[]> {
  const rows = await listByNames(db, workspaceId, names)
  return names.map(({ domain }, n) => knownEmail(rows[n] ?? [], domain))
}

export async function findKnownEmail(db: Db, workspaceId: string, name: NameAt): Promise<KnownEmail | undefined> {
  return (await findKnownEmails(db, workspaceId, [name]))[0]
}

/** Of namesakes, whose email is at the domain itself comes first. */
function knownEmail(rows: readonly PersonRow[], domain: string): KnownEmail | undefined {
  const row =
    rows.find(({ email }) => email?.endsWith(`@${domainOf(domain)}`)) ?? rows.find(({ email }) => email !== null)
  return row?.email ? { email: row.email, person: presentPerson(row) } : undefined
}

/** Whether the directory knows this name at this domain, and all who have it are left out: then nobody else is asked. */
export async function isNameLeftOut(db: Db, workspaceId: string, name: NameAt): Promise<boolean> {
  if (!(await hasStanding(db, workspaceId))) return false
  const [leftOut = []] = await listByNames(db, workspaceId, [name], { leftOut: true })
  if (leftOut.length === 0) return false
  const [visible = []] = await listByNames(db, workspaceId, [name])
  return visible.length === 0
}

/** Larger companies are asked by name. */
const COLLEAGUES_MAX = 200

/** The whole name at the domain of the company or of the email, the best known first. */
async function listByNames(
  db: Db,
  workspaceId: string,
  names: readonly NameAt[],
  which: { leftOut?: boolean } = {},
): Promise<PersonRow[][]> {
  if (names.length === 0) return []
  const asked = names.map(({ full_name, domain }) => {
    const at = domainOf(domain)
    return { name: fold(full_name), at, mark: markOf('domain', at) ?? '' }
  })
  const told = Map.groupBy(await listNamed(db, asked, COLLEAGUES_MAX), (one) => one.asked - 1)
  const isCrowded = (n: number) => told.get(n)?.some((one) => one.n > COLLEAGUES_MAX) ?? false
  const candidates = asked.map(({ name, at }, n) =>
    (isCrowded(n) ? [] : (told.get(n) ?? []))
      .filter((one) => isAt(one, at) && isNamed(one, name))
      .toSorted((a, b) => b.place - a.place || (a.id < b.id ? 1 : -1))
      .slice(0, NAMESAKES_MAX),
  )
  const ids = [...new Set(candidates.flat().map(({ id }) => id))]
  const byId = indexed(ids.length > 0 ? await listByIds(db, workspaceId, ids, which) : [], ({ id }) => id)
  const found = candidates.map((list) => list.flatMap(({ id }) => byId.get(id) ?? []))
  const large = names.flatMap((name, n) => (isCrowded(n) ? [{ name, n }] : []))
  for (const { rows, n } of await listInCrowds(db, workspaceId, large, which)) found[n] = rows
  return found
}

function isAt({ company_domain, email }: Colleague, domain: string): boolean {
  return company_domain === domain || email?.slice(email.lastIndexOf('@') + 1) === domain
}

/** One tsquery each, over all shelves: nobody asks for a page here, so there is no shelf to stop at. */
async function listInCrowds(
  db: Db,
  workspaceId: string,
  names: readonly { name: NameAt; n: number }[],
  which: { leftOut?: boolean },
) {
  const asked = names.flatMap(({ name, n }) => {
    const query = queryOf(name)
    return query === undefined ? [] : [{ query, name, n, rows: [] as PersonRow[] }]
  })
  if (asked.length === 0) return []
  const queries = asked.map(({ query }) => query)
  for (const row of await listByQueries(db, workspaceId, queries, { ...which, atMost: NAMESAKES_MAX })) {
    const one = asked[row.asked - 1]
    if (one && isNamed(row, one.name.full_name)) one.rows.push(row)
  }
  return asked
}

function queryOf({ full_name, domain }: NameAt): string | undefined {
  const words = wordsOf(full_name)
  if (words.length === 0) return undefined
  const at = domainOf(domain)
  const term = { all: [{ any: [`cd:${at}`, `ed:${at}`] }, ...words] }
  const query = tsqueryOf(term)
  return Array.from({ length: SHELVES }, (_, shelf) => query.replaceAll(ANY_SHELF, shelfLetter(shelf))).join('|')
}

function indexed(rows: readonly PersonRow[], keyOf: (row: PersonRow) => string): Map<string, PersonRow> {
  const index = new Map<string, PersonRow>()
  for (const row of rows) if (!index.has(keyOf(row))) index.set(keyOf(row), row)
  return index
}

function markOfEmail(given: string): string {
  return emailMark(given.trim().toLowerCase())
}

function isNamed(row: Pick<PersonRow, 'full_name' | 'first_name' | 'last_name'>, name: string): boolean {
  const wanted = fold(name)
  return fold(row.full_name) === wanted || fold(`${row.first_name ?? ''} ${row.last_name ?? ''}`) === wanted
}

function domainOf(given: string): string {
  return normaliseDomain(given) ?? fold(given)
}
