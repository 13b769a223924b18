import { type Db, transaction } from '../../kit/db.ts'
import { companyId } from './identity.ts'
import { indexCompany, indexPerson } from './index-row.ts'
import { marksOf, personMark } from './marks.ts'
import { firstSources, mergeCompany, mergePerson, type Origin } from './merge.ts'
import type { Normalised } from './normalise.ts'
import { insertChange, insertPast } from './sql/changes.ts'
import * as sql from './sql/people.ts'
import type { CompanyFields, CompanyRow, PersonRow } from './sql/rows.ts'
import { listSuppressedMarks } from './sql/suppressions.ts'
import { EVERYWHERE } from './suppress.ts'

export interface Written {
  added: number
  updated: number
  unchanged: number
  suppressed: number
}

/** Companies that are as they should be, so that a batch need not look at the same ones again. */
export type Settled = Set<string>

/**
 * Writes people into the directory, in the transaction it is given. People who are known already are merged, whoever asked
 * to be left out is not taken. Two writers of the same people at once: one of them fails and tries again (`isCollision`).
 */
export async function writePeople(
  db: Db,
  told: readonly Normalised[],
  origin: Origin,
  settled: Settled = new Set(),
): Promise<Written> {
  return transaction(db, async (tx) => {
    const wanted = await withoutSuppressed(tx, told)
    const known = new Map((await lockKnown(tx, wanted)).map((row) => [row.id, row]))
    const changed = new Map<string, PersonRow>()
    for (const person of wanted) {
      const row = changed.get(person.id) ?? known.get(person.id)
      const next = row ? mergePerson(row, person, origin) : newPerson(person, origin)
      if (next) changed.set(person.id, next)
    }
    const [updated, added] = split(
      [...changed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      (row) => known.has(row.id),
    )
    if (changed.size > 0) await writeChanged(tx, { updated, added }, origin.now)
    await writeCompanies(tx, wanted, origin, settled)
    const unchanged = wanted.length - added.length - updated.length
    return { added: added.length, updated: updated.length, unchanged, suppressed: told.length - wanted.length }
  })
}

/** Another writer had the same rows: what was done is undone, and doing it again finds them. */
export function isCollision(error: unknown): boolean {
  return ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code))
}

async function writeChanged(tx: Db, { updated, added }: { updated: PersonRow[]; added: PersonRow[] }, now: Date) {
  const changeId = await insertChange(tx, now)
  if (updated.length > 0) {
    await insertPast(
      tx,
      changeId,
      updated.map(({ id }) => id),
    )
    await sql.updatePeople(tx, updated.map(indexPerson))
  }
  if (added.length > 0) await sql.insertPeople(tx, changeId, added.map(indexPerson))
}

async function withoutSuppressed(tx: Db, told: readonly Normalised[]): Promise<Normalised[]> {
  const marks = told.map((person) => [
    ...marksOf({ email: person.email, domain: person.company_domain }),
    personMark(person.id),
  ])
  const left = await listSuppressedMarks(tx, EVERYWHERE, [...new Set(marks.flat())])
  return left.size === 0 ? [...told] : told.filter((_, n) => !marks[n]?.some((mark) => left.has(mark)))
}

/** Who has an email that is known is that person, whatever else the row is called. */
async function lockKnown(tx: Db, wanted: readonly Normalised[]): Promise<PersonRow[]> {
  const emails = wanted.flatMap(({ email }) => email ?? [])
  const owners = new Map((await sql.listEmailOwners(tx, emails)).map(({ email, id }) => [email, id]))
  for (const person of wanted) {
    if (person.email === null) continue
    const owner = owners.get(person.email)
    if (owner === undefined) owners.set(person.email, person.id)
    else person.id = owner
  }
  return sql.lockPeople(tx, [...new Set(wanted.map(({ id }) => id))].toSorted())
}

function newPerson({ ...person }: Normalised, origin: Origin): PersonRow {
  return { ...person, sources: firstSources('person', person, origin), updated_at: origin.now }
}

const SETTLED_MAX = 100_000

async function writeCompanies(tx: Db, people: readonly Normalised[], origin: Origin, settled: Settled): Promise<void> {
  const told = new Map<string, CompanyFields>()
  for (const person of people) {
    const id = companyId(person)
    if (id === undefined) continue
    const { company_name, company_domain, company_industry, company_size, company_country } = person
    const company = { company_name, company_domain, company_industry, company_size, company_country }
    if (!settled.has(id + JSON.stringify(company))) told.set(id, company)
  }
  if (told.size === 0) return
  const ids = [...told.keys()].toSorted()
  const known = await sql.listCompanies(tx, ids)
  // Only those that change are locked: writers who name the same company need not wait for each other.
  const stale = known.filter((row) => mergeCompany(row, told.get(row.id) ?? row, origin)).map(({ id }) => id)
  const updated = (stale.length > 0 ? await sql.lockCompanies(tx, stale) : []).flatMap((row): CompanyRow[] => {
    const merged = mergeCompany(row, told.get(row.id) ?? row, origin)
    return merged ? [merged] : []
  })
  const knownIds = new Set(known.map(({ id }) => id))
  const added = ids
    .filter((id) => !knownIds.has(id))
    .flatMap((id): CompanyRow[] => {
      const company = told.get(id)
      return company
        ? [{ id, ...company, sources: firstSources('company', company, origin), updated_at: origin.now }]
        : []
    })
  if (updated.length > 0) await sql.updateCompanies(tx, updated.map(indexCompany))
  if (added.length > 0) await sql.insertCompanies(tx, added.map(indexCompany))
  if (settled.size > SETTLED_MAX) settled.clear()
  for (const [id, company] of told) settled.add(id + JSON.stringify(company))
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
