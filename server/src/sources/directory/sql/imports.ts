import type { Db } from '../../../kit/db.ts'

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

/** A crash may then take back the last batches together with how far they were: they are imported again. */
export async function deferDurability(db: Db): Promise<void> {
  await db`set local synchronous_commit = off`
}

/** False when somebody else has gone on meanwhile. */
export async function updateImport(db: Db, before: ImportRow, after: ImportRow): Promise<boolean> {
  const rows = await db`
    update directory_imports set ${db(after)}
    where id = ${before.id} and records = ${before.records} and finished_at is null returning id`
  return rows.length === 1
}
