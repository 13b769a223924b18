import type { Db } from '../../../kit/postgres/db.ts'

/** Running imports share this lock. */
export const IMPORT_LOCK = 'quoin.import'

export interface ImportRow {
  id: string
  source: string
  records: number
  added: number
  updated: number
  unchanged: number
  suppressed: number
  rejected: number
  report_bytes: number
  started_at: Date
  finished_at: Date | null
}

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const [row] = await db<ImportRow[]>`select * from directory_imports where id = ${id}`
  return row
}

/** Starts from the beginning, even if an import with this id finished before. */
export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db`insert into directory_imports ${db(row)} on conflict (id) do update set ${db(row)}`
}

/**
 * Applies to this transaction. Without synchronous commits a crash may lose the last batches, but also their progress, so they
 * are imported again.
 */
export async function configureTransaction(db: Db): Promise<void> {
  await db`select set_config('synchronous_commit', 'off', true), set_config('work_mem', '64MB', true)`
}

/** Returns true if the directory is so large that searches need their indexes. */
export async function hasManyPeople(db: Db): Promise<boolean> {
  return (await db`select from people offset 10000 limit 1`).length > 0
}

/** Returns false when another process has continued the import in the meantime. */
export async function updateImport(db: Db, before: ImportRow, after: ImportRow): Promise<boolean> {
  const rows = await db`
    update directory_imports set ${db(after)}
    where id = ${before.id} and records = ${before.records} and finished_at is null returning id`
  return rows.length === 1
}
