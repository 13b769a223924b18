import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../kit/clock.ts'
import { type Pool, transaction } from '../../../kit/postgres/db.ts'
import { findImport, hasManyPeople, type ImportRow, insertImport, tuneImport, updateImport } from '../sql/imports.ts'
import { dropSearchIndexes, tidyTables } from '../sql/people.ts'
import type { RawPerson } from './fields.ts'
import type { Origin } from './merge.ts'
import { type Normalised, normalisePerson, RowError } from './normalise.ts'
import { isCollision, makeReady, type Ready, type Settled, writeReady } from './write-people.ts'

/** One row of what is imported: what it says, or why it cannot be read. */
export type ImportItem =
  | { readonly line: number; readonly raw: RawPerson }
  | { readonly line: number; readonly error: string }

export interface Rejected {
  readonly line: number
  readonly field: string | null
  readonly reason: string
}

export interface ImportPlan {
  /** Follows from what is imported: the same is gone on with. */
  readonly id: string
  readonly source: string
  /** The items from this one on. */
  readonly items: (from: number) => AsyncIterable<ImportItem> | Iterable<ImportItem>
  readonly report?: ImportReport
  readonly onProgress?: (row: ImportRow) => void
  /** After so many rows into a directory that was nearly empty, the search indexes are built at the end instead. */
  readonly bulkFrom?: number
}

/** Where rejected rows are written down. */
export interface ImportReport {
  /** Cuts off what was written after the last settled row. */
  open(bytes: number): void
  /** Answers its length. */
  write(rejected: readonly Rejected[]): number
}

export class ImportError extends Error {
  override name = 'ImportError'
}

const BATCH = 2000
/** So many rows are made ready at a time; between them PostgreSQL's answers are heard, or it would wait for the whole batch. */
const SLICE = 10
const BULK_FROM = 20_000

/**
 * Brings people into the directory, a batch at a time: each batch commits together with how far the import is, so one that
 * is killed goes on where it was. While PostgreSQL writes a batch, the next is made ready. A long first load is done without
 * the search indexes, which takes half the time: searches are slow until they are built at its end, or by the next upkeep.
 */
export async function importPeople(db: Pool, clock: Clock, plan: ImportPlan): Promise<ImportRow> {
  let row = await startImport(db, clock, plan)
  plan.report?.open(row.report_bytes)
  const settled: Settled = new Set()
  let dropsAt = (await hasManyPeople(db)) ? Infinity : row.records + (plan.bulkFrom ?? BULK_FROM)
  const write = async (batch: Batch) => {
    row = await writeBatch(db, { row, plan, batch, settled })
    plan.onProgress?.(row)
    if (row.records < dropsAt) return
    dropsAt = Infinity
    await dropSearchIndexes(db)
  }
  let writing = Promise.resolve()
  for await (const batch of inBatches(plan, clock, row.records)) {
    await writing
    writing = write(batch)
    // Whoever awaits it is told; a batch that cannot be made ready meanwhile is the error that counts.
    writing.catch(() => {})
  }
  await writing
  await tidyTables(db)
  const finished = { ...row, finished_at: clock.now() }
  await settle(db, row, finished)
  return finished
}

async function startImport(db: Pool, clock: Clock, { id, source }: ImportPlan): Promise<ImportRow> {
  const known = await findImport(db, id)
  if (known && known.finished_at === null) return known
  const counts = { records: 0, added: 0, updated: 0, unchanged: 0, suppressed: 0, rejected: 0, report_bytes: 0 }
  const row = { id, source, ...counts, started_at: clock.now(), finished_at: null }
  await insertImport(db, row)
  return row
}

interface Batch {
  readonly origin: Origin
  readonly people: Ready[]
  readonly rejected: Rejected[]
}

async function* inBatches(plan: ImportPlan, clock: Clock, from: number): AsyncGenerator<Batch> {
  const newBatch = (): Batch => ({ origin: { source: plan.source, now: clock.now() }, people: [], rejected: [] })
  let batch = newBatch()
  for await (const item of plan.items(from)) {
    const person = normalised(item, plan.source)
    if ('reason' in person) batch.rejected.push(person)
    else batch.people.push(makeReady(person, batch.origin))
    const size = batch.people.length + batch.rejected.length
    if (size % SLICE === 0) await setImmediate()
    if (size < BATCH) continue
    yield batch
    batch = newBatch()
  }
  if (batch.people.length + batch.rejected.length > 0) yield batch
}

function normalised(item: ImportItem, source: string): Normalised | Rejected {
  if ('error' in item) return { line: item.line, field: null, reason: item.error }
  try {
    return normalisePerson(item.raw, source)
  } catch (error) {
    if (error instanceof RowError) return { line: item.line, field: error.field, reason: error.message }
    throw error
  }
}

interface BatchWork {
  readonly row: ImportRow
  readonly plan: ImportPlan
  readonly batch: Batch
  readonly settled: Settled
}

const TRIES = 10

async function writeBatch(db: Pool, { row, plan, batch, settled }: BatchWork): Promise<ImportRow> {
  const report_bytes = batch.rejected.length > 0 ? plan.report?.write(batch.rejected) : undefined
  for (let tried = 1; ; tried++) {
    try {
      return await transaction(db, async (tx) => {
        await tuneImport(tx)
        const written = await writeReady(tx, batch.people, batch.origin, settled)
        const next = {
          ...row,
          records: row.records + batch.people.length + batch.rejected.length,
          added: row.added + written.added,
          updated: row.updated + written.updated,
          unchanged: row.unchanged + written.unchanged,
          suppressed: row.suppressed + written.suppressed,
          rejected: row.rejected + batch.rejected.length,
          report_bytes: report_bytes ?? row.report_bytes,
        }
        await settle(tx, row, next)
        return next
      })
    } catch (error) {
      settled.clear()
      if (!isCollision(error) || tried === TRIES) throw error
    }
  }
}

async function settle(db: Parameters<typeof updateImport>[0], before: ImportRow, after: ImportRow): Promise<void> {
  if (!(await updateImport(db, before, after)))
    throw new ImportError('Another process imports the same: this one stops, and nothing is lost.')
}
