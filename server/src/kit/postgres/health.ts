import type { Db } from './db.ts'

/** Returns false when the database cannot be reached. */
export async function isAnswering(db: Db): Promise<boolean> {
  return db`select 1`.then(
    () => true,
    () => false,
  )
}

/** Writes like real work: a transaction that creates a file, fills a page and commits (`functions/probe_write.sql`). */
export async function probeWrite(db: Db): Promise<void> {
  await db`select probe_write()`
}

export async function getServerVersion(db: Db): Promise<{ text: string; major: number }> {
  const [row] = await db<{ text: string; number: number }[]>`
    select current_setting('server_version') as text, current_setting('server_version_num')::int as number`
  return { text: row?.text ?? '', major: Math.floor((row?.number ?? 0) / 10_000) }
}

export async function getServerTime(db: Db): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select clock_timestamp() as at`
  return row?.at ?? new Date(0)
}

/** Counts client connections, and the maximum for users that are not superusers. */
export async function countConnections(db: Db): Promise<{ open: number; max: number }> {
  const [row] = await db<[{ open: number; max: number }]>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as open,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max`
  return row
}
