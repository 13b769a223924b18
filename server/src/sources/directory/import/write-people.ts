import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { insertChange, insertHistory } from '../sql/changes.ts'
import { listEmailOwners, lockPeople } from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import { hasSuppressions, listSuppressedKeys } from '../sql/suppressions.ts'
import * as sql from '../sql/write-rows.ts'
import { contactKeys, personKey } from '../suppress/keys.ts'
import { EVERYWHERE } from '../suppress/suppress.ts'
import { personIndex } from './index-row.ts'
import { firstSources, type ImportOrigin, mergePerson } from './merge.ts'
import type { NormalisedPerson } from './normalise.ts'
import { type WrittenCompanies, writeCompanies } from './write-companies.ts'

export interface WriteCounts {
  added: number
  updated: number
  unchanged: number
  suppressed: number
}

/** The row of a person who is new to the directory. */
export interface PreparedPerson {
  readonly row: PersonRow
  readonly emailKey: string | null
  readonly bytes: Uint8Array
}

/** Does the work that needs no database, so that it can run while the previous batch is written. */
export function preparePerson(person: NormalisedPerson, origin: ImportOrigin): PreparedPerson {
  const row = Object.assign(person, { sources: firstSources(person, origin), updated_at: origin.now })
  const index = personIndex(row)
  return { row, emailKey: index.email_mark, bytes: sql.personBytes(row, index) }
}

/**
 * Writes people into the directory, in the given transaction: merges known people and omits suppressed ones. When two
 * transactions write the same people at once, one of them fails and has to be repeated (`isWriteConflict`).
 */
export function writePeople(db: Db, people: readonly NormalisedPerson[], origin: ImportOrigin): Promise<WriteCounts> {
  const prepared = people.map((person) => preparePerson(person, origin))
  return writePrepared(db, prepared, origin, { writtenCompanies: new Set() })
}

export interface WriteOptions {
  readonly writtenCompanies: WrittenCompanies
  /** Skips the lookup of ids. If one of them is known, the write fails as if another transaction had written it. */
  readonly expectsNew?: boolean
}

export async function writePrepared(
  db: Db,
  people: readonly PreparedPerson[],
  origin: ImportOrigin,
  { writtenCompanies, expectsNew = false }: WriteOptions,
): Promise<WriteCounts> {
  return transaction(db, async (tx) => {
    const wanted = await withoutSuppressed(tx, people)
    const known = await lockKnown(tx, wanted, expectsNew)
    const changed = mergeAll(known, wanted, origin)
    const updated = changed.filter((row) => known.has(row.id))
    const added = changed.filter((row) => !known.has(row.id))
    if (changed.length > 0) {
      const prepared = new Map(wanted.map(({ row, bytes }) => [row, bytes]))
      const changeId = await insertChange(tx, origin.now)
      if (updated.length > 0) await updatePeople(tx, changeId, updated)
      if (added.length > 0)
        await sql.insertPeople(
          tx,
          changeId,
          added.map((row) => prepared.get(row) ?? sql.personBytes(row, personIndex(row))),
        )
    }
    await writeCompanies(
      tx,
      wanted.map(({ row }) => row),
      origin,
      writtenCompanies,
    )
    const unchanged = wanted.length - added.length - updated.length
    return { added: added.length, updated: updated.length, unchanged, suppressed: people.length - wanted.length }
  })
}

/** Sorted by id, so that two writers wait for each other instead of deadlocking. */
function mergeAll(
  known: ReadonlyMap<string, PersonRow>,
  wanted: readonly PreparedPerson[],
  origin: ImportOrigin,
): PersonRow[] {
  const changed = new Map<string, PersonRow>()
  for (const { row } of wanted) {
    const before = changed.get(row.id) ?? known.get(row.id)
    const next = before ? mergePerson(before, row, origin) : row
    if (next) changed.set(row.id, next)
  }
  return [...changed.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function updatePeople(tx: Db, changeId: number, updated: readonly PersonRow[]): Promise<void> {
  await insertHistory(
    tx,
    changeId,
    updated.map(({ id }) => id),
  )
  await sql.updatePeople(
    tx,
    updated.map((row) => sql.personBytes(row, personIndex(row))),
  )
}

/** Returns true if another transaction wrote the same rows: this one is rolled back, and a repetition finds them. */
export function isWriteConflict(error: unknown): boolean {
  return ['23505', '40P01'].includes(String((error as { code?: unknown } | null)?.code))
}

async function withoutSuppressed(tx: Db, people: readonly PreparedPerson[]): Promise<readonly PreparedPerson[]> {
  if (!(await hasSuppressions(tx, EVERYWHERE))) return people
  const keys = people.map(({ row: { id, email, company_domain } }) => [
    ...contactKeys({ email, domain: company_domain }),
    personKey(id),
  ])
  const suppressed = await listSuppressedKeys(tx, EVERYWHERE, [...new Set(keys.flat())])
  return suppressed.size === 0 ? people : people.filter((_, n) => !keys[n]?.some((key) => suppressed.has(key)))
}

/** A row with a known email is about the person with that email, whatever its id is. */
async function lockKnown(
  tx: Db,
  wanted: readonly PreparedPerson[],
  expectsNew: boolean,
): Promise<Map<string, PersonRow>> {
  const emailKeys = wanted.map(({ emailKey }) => emailKey).filter((key) => key !== null)
  const owners = new Map((await listEmailOwners(tx, emailKeys)).map(({ email, id }) => [email, id]))
  const ownersKnown = owners.size
  for (const { row } of wanted) {
    if (row.email === null) continue
    const owner = owners.get(row.email)
    if (owner === undefined) owners.set(row.email, row.id)
    else row.id = owner
  }
  if (expectsNew && ownersKnown === 0) return new Map()
  const ids = [...new Set(wanted.map(({ row }) => row.id))].toSorted()
  return new Map((await lockPeople(tx, ids)).map((row) => [row.id, row]))
}
