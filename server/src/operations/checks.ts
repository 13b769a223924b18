import { statfsSync } from 'node:fs'
import type { Config } from '../kit/config/config.ts'
import type { Db, Pool } from '../kit/postgres/db.ts'
import { countConnections, getServerTime, getServerVersion } from '../kit/postgres/health.ts'
import { countProcessConnections } from '../kit/postgres/pool/pool-sizes.ts'
import { findLastBackup } from './backup/log.ts'
import { isBehind } from './schema/migrate.ts'
import { findWorkPause } from './work-pause.ts'

/** Result of a check: `database: ...` names the check and describes the result. */
export type Finding = readonly [ok: boolean, text: string]

const CLOCK_SKEW_MS_MAX = 2000
const DISK_BYTES_MIN = 1_000_000_000

export async function checkDatabase(db: Pool): Promise<Finding> {
  const { text, major } = await getServerVersion(db)
  return major >= 15
    ? [true, `database: PostgreSQL ${text}`]
    : [false, `database: PostgreSQL ${text} is too old. Use 15 or newer.`]
}

/** Fails when too few connections are left for another process. */
export async function checkConnections(db: Pool, config: Config): Promise<Finding> {
  const { open, max } = await countConnections(db)
  const each = countProcessConnections(config)
  const shown = `connections: ${open} of ${max} are in use; each process opens up to ${each} (DATABASE_POOL)`
  return open + each <= max
    ? [true, shown]
    : [false, `${shown}, so too few are left for another one. Raise max_connections, or put PgBouncer in front.`]
}

export async function checkSchema(db: Pool): Promise<Finding> {
  try {
    return (await isBehind(db))
      ? [false, 'schema: migrations have not run. Run `npx quoin-server migrate`, or start the server.']
      : [true, 'schema: up to date']
  } catch (error) {
    return [false, `schema: ${(error as Error).message}`]
  }
}

export async function checkClock(db: Pool): Promise<Finding> {
  const before = Date.now()
  const at = await getServerTime(db)
  const skew = Math.round(at.getTime() - (before + Date.now()) / 2)
  if (Math.abs(skew) <= CLOCK_SKEW_MS_MAX) return [true, `clock: ${Math.abs(skew)} ms from the database's`]
  return [
    false,
    `clock: ${Math.abs(skew)} ms from the database's. Synchronise both with NTP: signatures and expiry depend on it.`,
  ]
}

const DAY_MS = 86_400_000

/** Reports the time of the last backup. A missing backup is not a failure: the database may be backed up by other means. */
export async function checkBackup(db: Pool): Promise<Finding> {
  const last = await findLastBackup(db)
  if (!last) return [true, 'backup: none taken with `quoin-server backup`; see docs/guides/backups.md']
  const days = Math.floor((Date.now() - last.getTime()) / DAY_MS)
  return [
    true,
    `backup: the last one was taken ${last.toISOString()}, ${days === 0 ? 'less than a day ago' : `${days} days ago`}`,
  ]
}

export async function checkWork(db: Pool): Promise<Finding> {
  const paused = await findWorkPause(db)
  if (!paused) return [true, 'background work: not paused']
  return [
    false,
    `background work: paused, because the database was restored to ${paused.restored_to.toISOString()}. Run \`quoin-server resume\` when no server runs on the original database.`,
  ]
}

export function checkDisk(config: Config): Finding {
  const { bavail, bsize } = statfsSync(config.dataDir)
  const free = bavail * bsize
  const shown = `${(free / 1e9).toFixed(1)} GB free in ${config.dataDir}`
  return free >= DISK_BYTES_MIN
    ? [true, `disk: ${shown}`]
    : [false, `disk: ${shown}. Free some space: PostgreSQL stops writing when the disk is full.`]
}

/** Returns false while another process has the lock. The session keeps it until its connection ends. */
export async function lockDeepChecks(session: Db): Promise<boolean> {
  const [row] = await session<[{ locked: boolean }]>`
    select pg_try_advisory_lock(hashtext('quoin doctor --deep')) as locked`
  return row.locked
}
