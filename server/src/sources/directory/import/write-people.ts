import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { companyId } from '../ids.ts'
import { insertChange, insertPast } from '../sql/changes.ts'
import * as sql from '../sql/people.ts'
import type { CompanyFields, CompanyRow, PersonRow } from '../sql/rows.ts'
import { hasSuppressions, listSuppressedMarks } from '../sql/suppressions.ts'
import { marksOf, personMark } from '../suppress/keys.ts'
import { EVERYWHERE } from '../suppress/suppress.ts'
import { companyIndex, personIndex } from './index-row.ts'
import { firstSources, mergeCompany, mergePerson, type Origin } from './merge.ts'
import type { Normalised } from './normalise.ts'

export interface Written {
  added: number
  updated: number
  unchanged: number
  suppressed: number
}

/** Companies that are as they should be, so that a batch need not look at the same ones again. */
export type Settled = Set<string>

/** A person as they would come in if nothing were known of them. */
export interface Ready {
  readonly row: PersonRow
  readonly emailMark: string | null
  readonly line: string
}

/** What can be done before their turn comes. */
export function makeReady(person: Normalised, origin: Origin): Ready {
  const row = Object.assign(person, { sources: firstSources(person, origin), updated_at: origin.now })
  const index = personIndex(row)
  return { row, emailMark: index.email_mark, line: sql.personLine(row, index) }
}

/**
 * Writes people into the directory, in the transaction it is given. People who are known already are merged, whoever asked
 * to be left out is not taken. Two writers of the same people at once: one of them fails and tries again (`isCollision`).
 */
export function writePeople(db: Db, told: readonly Normalised[], origin: Origin): Promise<Written> {
  return writeReady(
    db,
    told.map((person) => makeReady(person, origin)),
    origin,
    new Set(),
  )
}

export async function writeReady(db: Db, told: readonly Ready[], origin: Origin, settled: Settled): Promise<Written> {
  return transaction(db, async (tx) => {
    const wanted = await withoutSuppressed(tx, told)
    const known = await lockKnown(tx, wanted)
    const changed = mergeAll(known, wanted, origin)
    const [updated, added] = split(changed, (row) => known.has(row.id))
    if (changed.length > 0) {
      const lines = new Map(wanted.map(({ row, line }) => [row, line]))
      const changeId = await insertChange(tx, origin.now)
      if (updated.length > 0) await updatePeople(tx, changeId, updated)
      if (added.length > 0)
        await sql.insertPeople(
          tx,
          changeId,
          added.map((row) => lines.get(row) ?? sql.personLine(row, personIndex(row))),
        )
    }
    await writeCompanies(tx, wanted, origin, settled)
    const unchanged = wanted.length - added.length - updated.length
    return { added: added.length, updated: updated.length, unchanged, suppressed: told.length - wanted.length }
  })
}

/** In the order of their ids, in which writers wait for each other instead of blocking each other. */
function mergeAll(known: ReadonlyMap<string, PersonRow>, wanted: readonly Ready[], origin: Origin): PersonRow[] {
  const changed = new Map<string, PersonRow>()
  for (const { row } of wanted) {
    const before = changed.get(row.id) ?? known.get(row.id)
    const next = before ? mergePerson(before, row, origin) : row
    if (next) changed.set(row.id, next)
  }
  return [...changed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function updatePeople(tx: Db, changeId: number, updated: readonly PersonRow[]): Promise<void> {
  await insertPast(
    tx,
    changeId,
    updated.map(({ id }) => id),
  )
  await sql.updatePeople(
    tx,
    updated.map((row) => ({ ...row, ...personIndex(row) })),
  )
}

/** Another writer had the same rows: what was done is undone, and doing it again finds them. */
export function isCollision(error: unknown): boolean {
  return ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code))
}

async function withoutSuppressed(tx: Db, told: readonly Ready[]): Promise<readonly Ready[]> {
  if (!(await hasSuppressions(tx, EVERYWHERE))) return told
  const marks = told.map(({ row: { id, email, company_domain } }) => [
    ...marksOf({ email, domain: company_domain }),
    personMark(id),
  ])
  const left = await listSuppressedMarks(tx, EVERYWHERE, [...new Set(marks.flat())])
  return left.size === 0 ? told : told.filter((_, n) => !marks[n]?.some((mark) => left.has(mark)))
}

/** Who has an email that is known is that person, whatever else the row is called. */
async function lockKnown(tx: Db, wanted: readonly Ready[]): Promise<Map<string, PersonRow>> {
  const marks = wanted.map(({ emailMark }) => emailMark).filter((mark) => mark !== null)
  const owners = new Map((await sql.listEmailOwners(tx, marks)).map(({ email, id }) => [email, id]))
  for (const { row } of wanted) {
    if (row.email === null) continue
    const owner = owners.get(row.email)
    if (owner === undefined) owners.set(row.email, row.id)
    else row.id = owner
  }
  const ids = [...new Set(wanted.map(({ row }) => row.id))].toSorted()
  return new Map((await sql.lockPeople(tx, ids)).map((row) => [row.id, row]))
}

const SETTLED_MAX = 100_000

async function writeCompanies(tx: Db, people: readonly Ready[], origin: Origin, settled: Settled): Promise<void> {
  const told = new Map<string, CompanyFields>()
  const seen: string[] = []
  for (const { row } of people) {
    const { company_name, company_domain, company_industry, company_size, company_country } = row
    const key = `${company_name}\0${company_domain}\0${company_industry}\0${company_size}\0${company_country}`
    if (settled.has(key)) continue
    seen.push(key)
    const id = companyId(row)
    if (id === undefined) continue
    const before = told.get(id)
    told.set(id, {
      company_name: company_name ?? before?.company_name ?? null,
      company_domain: company_domain ?? before?.company_domain ?? null,
      company_industry: company_industry ?? before?.company_industry ?? null,
      company_size: company_size ?? before?.company_size ?? null,
      company_country: company_country ?? before?.company_country ?? null,
    })
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
      return company ? [{ id, ...company, sources: firstSources(company, origin), updated_at: origin.now }] : []
    })
  if (updated.length > 0) await sql.updateCompanies(tx, updated.map(indexCompany))
  if (added.length > 0) await sql.insertCompanies(tx, added.map(indexCompany))
  if (settled.size > SETTLED_MAX) settled.clear()
  for (const key of seen) settled.add(key)
}

function indexCompany(row: CompanyRow): sql.IndexedCompany {
  return { ...row, ...companyIndex(row) }
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
