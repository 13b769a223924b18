import type { Db } from '../../kit/postgres/db.ts'
import type { Manifest } from './manifest.ts'

const KEPT_DAYS = 90

/** A database of an earlier version does not have the table: its backup is just as good. */
async function hasTable(db: Db): Promise<boolean> {
  const [found] = await db<{ there: boolean }[]>`select to_regclass('backups') is not null as there`
  return found?.there ?? false
}

/** Records a backup for `doctor`. */
export async function insertBackup(db: Db, { taken_at: takenAt, tables }: Manifest): Promise<void> {
  if (!(await hasTable(db))) return
  const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
  await db`insert into backups (taken_at, finished_at, bytes) values (${takenAt}, now(), ${bytes})`
  await db`delete from backups where taken_at < now() - make_interval(days => ${KEPT_DAYS})`
}

export async function findLastBackup(db: Db): Promise<Date | undefined> {
  if (!(await hasTable(db))) return undefined
  const [row] = await db<{ taken_at: Date }[]>`select taken_at from backups order by taken_at desc limit 1`
  return row?.taken_at
}
