import type { Db } from '../../kit/db.ts'
import type { Person } from './contract.ts'
import { normaliseDomain } from './domain-name.ts'
import { findRows, TOP } from './find-rows.ts'
import { emailMark } from './marks.ts'
import { presentPerson } from './present.ts'
import { listVisibleByEmail, listVisibleById } from './sql/people.ts'
import type { PersonRow } from './sql/rows.ts'
import { fold, wordsOf } from './words.ts'

export type PersonKey =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'name'; readonly full_name: string; readonly domain: string }

/** The one person the directory knows by this; undefined also for somebody who asked to be left out. */
export async function findPerson(db: Db, workspaceId: string, key: PersonKey): Promise<Person | undefined> {
  const row = await findRow(db, workspaceId, key)
  return row && presentPerson(row)
}

export interface KnownEmail {
  readonly email: string
  readonly person: Person
}

/** The email that the directory has for a name at a domain: of the company, or of the email itself. */
export async function findKnownEmail(
  db: Db,
  workspaceId: string,
  name: { readonly full_name: string; readonly domain: string },
): Promise<KnownEmail | undefined> {
  return knownEmail(await listByName(db, workspaceId, name), name.domain)
}

/** Of namesakes, whose email is at the domain itself comes first. */
export function knownEmail(rows: readonly PersonRow[], domain: string): KnownEmail | undefined {
  const row =
    rows.find(({ email }) => email?.endsWith(`@${domainOf(domain)}`)) ?? rows.find(({ email }) => email !== null)
  return row?.email ? { email: row.email, person: presentPerson(row) } : undefined
}

async function findRow(db: Db, workspaceId: string, key: PersonKey): Promise<PersonRow | undefined> {
  if (key.by === 'name') return (await listByName(db, workspaceId, key))[0]
  if (key.by === 'id') return (await listVisibleById(db, workspaceId, key.id))[0]
  return (await listVisibleByEmail(db, workspaceId, emailMark(key.email.trim().toLowerCase())))[0]
}

/** A few namesakes at most: those whose whole name is the one asked for, the best known first. */
async function listByName(
  db: Db,
  workspaceId: string,
  { full_name, domain }: { full_name: string; domain: string },
): Promise<PersonRow[]> {
  const words = wordsOf(full_name)
  const at = domainOf(domain)
  if (words.length === 0) return []
  const question = { must: [{ any: [`cd:${at}`, `ed:${at}`] }, ...words], mustNot: [] }
  const { rows } = await findRows(db, 'people', question, { workspaceId, after: TOP, limit: 20 })
  return rows.filter((row) => isNamed(row, full_name))
}

export function isNamed(row: Pick<PersonRow, 'full_name' | 'first_name' | 'last_name'>, name: string): boolean {
  const wanted = fold(name)
  return fold(row.full_name) === wanted || fold(`${row.first_name ?? ''} ${row.last_name ?? ''}`) === wanted
}

export function domainOf(given: string): string {
  return normaliseDomain(given) ?? fold(given)
}
