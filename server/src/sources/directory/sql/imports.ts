import type { Db } from '../../../kit/postgres/db.ts'

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

/** Starts at the beginning, also what was finished before. */
export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db`insert into directory_imports ${db(row)} on conflict (id) do update set ${db(row)}`
}

/** For this transaction: a crash may take back the last batches together with how far they were, and they are imported again. */
export async function tuneImport(db: Db): Promise<void> {
  await db`select set_config('synchronous_commit', 'off', true), set_config('work_mem', '64MB', true)`
}

/** Whether a search would miss its speed. */
export async function hasManyPeople(db: Db): Promise<boolean> {
  return (await db`select from people offset 10000 limit 1`).length > 0
}

/** False when somebody else has gone on meanwhile. */
export async function updateImport(db: Db, before: ImportRow, after: ImportRow): Promise<boolean> {
  const rows = await db`
    update directory_imports set ${db(after)}
    where id = ${before.id} and records = ${before.records} and finished_at is null returning id`
  return rows.length === 1
}
