import type { Db } from '../../../kit/postgres/db.ts'
import type { Person } from '../contract.ts'
import { isPersonId } from '../ids.ts'
import { listByIds, listVisibleByEmails, listVisibleIds } from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import { hasSuppressionsInForce } from '../sql/suppressions.ts'
import { emailKey } from '../suppress/keys.ts'
import { foldDomain, indexRows, listByNames, type NameAtCompany } from './find-by-name.ts'
import { presentPerson } from './present.ts'

/** Ways to look up a person. */
export type PersonLookup =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'email'; readonly email: string }
  | ({ readonly by: 'name' } & NameAtCompany)

/** Returns the person found for each lookup, in the same order; undefined for unknown and for suppressed people. */
export async function findPeople(
  db: Db,
  workspaceId: string,
  lookups: readonly PersonLookup[],
): Promise<(Person | undefined)[]> {
  const ids = lookups.flatMap((lookup) => (lookup.by === 'id' ? [lookup.id] : []))
  const emails = lookups.flatMap((lookup) => (lookup.by === 'email' ? [toEmailKey(lookup.email)] : []))
  const names = lookups.filter((lookup) => lookup.by === 'name')
  const byId = indexRows(ids.length > 0 ? await listByIds(db, workspaceId, ids) : [], ({ id }) => id)
  const byEmail = indexRows(emails.length > 0 ? await listVisibleByEmails(db, workspaceId, emails) : [], ({ email }) =>
    emailKey(email ?? ''),
  )
  const byName = new Map<PersonLookup, PersonRow | undefined>()
  const found = await listByNames(db, workspaceId, names)
  names.forEach((lookup, n) => byName.set(lookup, found[n]?.[0]))
  return lookups.map((lookup) => {
    const row =
      lookup.by === 'id'
        ? byId.get(lookup.id)
        : lookup.by === 'email'
          ? byEmail.get(toEmailKey(lookup.email))
          : byName.get(lookup)
    return row && presentPerson(row)
  })
}

export async function findPerson(db: Db, workspaceId: string, lookup: PersonLookup): Promise<Person | undefined> {
  return (await findPeople(db, workspaceId, [lookup]))[0]
}

function toEmailKey(given: string): string {
  return emailKey(given.trim().toLowerCase())
}

/** Lists the directory's own ids that are not visible: the people are suppressed or deleted. */
export async function listInvisibleIds(db: Db, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const invisible = new Set(ids.filter(isPersonId))
  if (invisible.size > 0) for (const id of await listVisibleIds(db, workspaceId, [...invisible])) invisible.delete(id)
  return invisible
}

export interface KnownEmail {
  readonly email: string
  readonly person: Person
}

/** Finds the emails that the directory has for names at domains. The domain is the company's or the email's. */
export async function findKnownEmails(
  db: Db,
  workspaceId: string,
  names: readonly NameAtCompany[],
): Promise<(KnownEmail | undefined)[]> {
  const rows = await listByNames(db, workspaceId, names)
  return names.map(({ domain }, n) => knownEmail(rows[n] ?? [], domain))
}

export async function findKnownEmail(
  db: Db,
  workspaceId: string,
  name: NameAtCompany,
): Promise<KnownEmail | undefined> {
  return (await findKnownEmails(db, workspaceId, [name]))[0]
}

/** Prefers, of several people with this name, the one whose email is at the domain itself. */
function knownEmail(rows: readonly PersonRow[], domain: string): KnownEmail | undefined {
  const row =
    rows.find(({ email }) => email?.endsWith(`@${foldDomain(domain)}`)) ?? rows.find(({ email }) => email !== null)
  return row?.email ? { email: row.email, person: presentPerson(row) } : undefined
}

/**
 * Returns true if the directory has this name at this domain and all people with it are suppressed: no source is asked then.
 */
export async function isNameSuppressed(db: Db, workspaceId: string, name: NameAtCompany): Promise<boolean> {
  if (!(await hasSuppressionsInForce(db, workspaceId))) return false
  const [suppressed = []] = await listByNames(db, workspaceId, [name], { suppressed: true })
  if (suppressed.length === 0) return false
  const [visible = []] = await listByNames(db, workspaceId, [name])
  return visible.length === 0
}
