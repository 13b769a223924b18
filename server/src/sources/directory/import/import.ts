import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../kit/clock.ts'
import { type Pool, transaction } from '../../../kit/postgres/db.ts'
import { withSharedLock } from '../../../kit/postgres/lock.ts'
import {
  configureTransaction,
  findImport,
  hasManyPeople,
  IMPORT_LOCK,
  type ImportRow,
  insertImport,
  updateImport,
} from '../sql/imports.ts'
import { dropSearchIndexes, listMissingIndexes } from '../sql/indexes.ts'
import type { RawPerson } from './fields.ts'
import { finishTables } from './finish.ts'
import type { ImportOrigin } from './merge.ts'
import { type NormalisedPerson, normalisePerson, RowError } from './normalise.ts'
import type { WrittenCompanies } from './write-companies.ts'
import { isWriteConflict, type PreparedPerson, preparePerson, writePrepared } from './write-people.ts'

/** One row of the input: its values, or the reason why it cannot be read. */
export type ImportItem =
  | { readonly line: number; readonly raw: RawPerson }
  | { readonly line: number; readonly error: string }

export interface RejectedRow {
  readonly line: number
  readonly field: string | null
  readonly reason: string
}

export interface ImportPlan {
  /** Derived from the input: an unfinished import with this id is continued. */
  readonly id: string
  readonly source: string
  /** Returns the items from this one on. */
  readonly items: (from: number) => AsyncIterable<ImportItem> | Iterable<ImportItem>
  readonly report?: ImportReport
  readonly onProgress?: (progress: ImportProgress) => void
  /** After this many rows into a nearly empty directory, the search indexes are dropped and built at the end. */
  readonly bulkFrom?: number
}

export interface ImportProgress {
  readonly row: ImportRow
  /** Progress of the last phase, after every row was written; undefined before. */
  readonly finishing: number | undefined
  /** True if the last phase builds the search indexes, which takes about a quarter of the import. */
  readonly buildsIndexes: boolean
}

/** Receives rejected rows. */
export interface ImportReport {
  /** Cuts off everything that was written after the last committed batch. */
  open(bytes: number): void
  /** Returns the length of the report. */
  write(rejected: readonly RejectedRow[]): number
}

export class ImportError extends Error {
  override name = 'ImportError'
}

const BATCH_ROWS = 2000
/**
 * Rows prepared without a pause. In the pauses PostgreSQL's replies are read; without them the batch that is being written
 * waited for the whole next batch to be prepared (decision 0016).
 */
const ROWS_PER_PAUSE = 10
const BULK_FROM = 20_000

/**
 * Imports people into the directory in batches. Each batch commits together with the progress of the import, so a killed import
 * continues where it stopped. While PostgreSQL writes a batch, the next one is prepared. A long first load runs without the
 * search indexes, which halves its time (decision 0016): searches are slow until the indexes are built, at the end of the
 * import, or by the hourly timer when no import is running.
 */
export function importPeople(db: Pool, clock: Clock, plan: ImportPlan): Promise<ImportRow> {
  return withSharedLock(db, IMPORT_LOCK, () => runImport(db, clock, plan))
}

async function runImport(db: Pool, clock: Clock, plan: ImportPlan): Promise<ImportRow> {
  let row = await startImport(db, clock, plan)
  plan.report?.open(row.report_bytes)
  const writtenCompanies: WrittenCompanies = new Set()
  let buildsIndexes = (await listMissingIndexes(db)).length > 0
  const isFirstLoad = !(await hasManyPeople(db))
  let dropsIndexesAt = isFirstLoad ? row.records + (plan.bulkFrom ?? BULK_FROM) : Infinity
  const write = async (batch: ImportBatch) => {
    row = await writeBatch(db, { row, plan, batch, writtenCompanies, isFirstLoad })
    plan.onProgress?.({ row, finishing: undefined, buildsIndexes })
    if (row.records < dropsIndexesAt) return
    dropsIndexesAt = Infinity
    buildsIndexes = true
    await dropSearchIndexes(db)
  }
  let writing = Promise.resolve()
  for await (const batch of inBatches(plan, clock, row.records)) {
    await writing
    writing = write(batch)
    // A failed write is thrown where it is awaited. If preparing the next batch fails first, that error is thrown.
    writing.catch(() => {})
  }
  await writing
  const { onProgress } = plan
  await finishTables(db, onProgress && ((finishing) => onProgress({ row, finishing, buildsIndexes })))
  const finished = { ...row, finished_at: clock.now() }
  await saveProgress(db, row, finished)
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

interface ImportBatch {
  readonly origin: ImportOrigin
  readonly people: PreparedPerson[]
  readonly rejected: RejectedRow[]
}

async function* inBatches(plan: ImportPlan, clock: Clock, from: number): AsyncGenerator<ImportBatch> {
  const newBatch = (): ImportBatch => ({ origin: { source: plan.source, now: clock.now() }, people: [], rejected: [] })
  let batch = newBatch()
  for await (const item of plan.items(from)) {
    const person = normaliseItem(item, plan.source)
    if ('reason' in person) batch.rejected.push(person)
    else batch.people.push(preparePerson(person, batch.origin))
    const size = batch.people.length + batch.rejected.length
    if (size % ROWS_PER_PAUSE === 0) await setImmediate()
    if (size < BATCH_ROWS) continue
    yield batch
    batch = newBatch()
  }
  if (batch.people.length + batch.rejected.length > 0) yield batch
}

function normaliseItem(item: ImportItem, source: string): NormalisedPerson | RejectedRow {
  if ('error' in item) return { line: item.line, field: null, reason: item.error }
  try {
    return normalisePerson(item.raw, source)
  } catch (error) {
    if (error instanceof RowError) return { line: item.line, field: error.field, reason: error.message }
    throw error
  }
}

interface BatchWrite {
  readonly row: ImportRow
  readonly plan: ImportPlan
  readonly batch: ImportBatch
  readonly writtenCompanies: WrittenCompanies
  readonly isFirstLoad: boolean
}

const ATTEMPTS = 10

async function writeBatch(
  db: Pool,
  { row, plan, batch, writtenCompanies, isFirstLoad }: BatchWrite,
): Promise<ImportRow> {
  const report_bytes = batch.rejected.length > 0 ? plan.report?.write(batch.rejected) : undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, async (tx) => {
        await configureTransaction(tx)
        // Most first loads contain only new people: looking up their ids was a tenth of PostgreSQL's time.
        const expectsNew = isFirstLoad && row.updated + row.unchanged === 0 && attempt === 1
        const counts = await writePrepared(tx, batch.people, batch.origin, { writtenCompanies, expectsNew })
        const next = {
          ...row,
          records: row.records + batch.people.length + batch.rejected.length,
          added: row.added + counts.added,
          updated: row.updated + counts.updated,
          unchanged: row.unchanged + counts.unchanged,
          suppressed: row.suppressed + counts.suppressed,
          rejected: row.rejected + batch.rejected.length,
          report_bytes: report_bytes ?? row.report_bytes,
        }
        await saveProgress(tx, row, next)
        return next
      })
    } catch (error) {
      writtenCompanies.clear()
      if (!isWriteConflict(error) || attempt === ATTEMPTS) throw error
    }
  }
}

async function saveProgress(
  db: Parameters<typeof updateImport>[0],
  before: ImportRow,
  after: ImportRow,
): Promise<void> {
  if (!(await updateImport(db, before, after)))
    throw new ImportError(
      'Another process is importing the same input. This one has stopped. The other one continues, and nothing is lost.',
    )
}
