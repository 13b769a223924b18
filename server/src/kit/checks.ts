import { statfsSync } from 'node:fs'
import type { Config } from './config.ts'
import type { Pool } from './postgres/db.ts'
import { getServerTime, getServerVersion } from './postgres/health.ts'
import { pendingMigrations } from './postgres/migrate.ts'

/** `database: ...`: what was checked, and what was found. */
export type Finding = readonly [ok: boolean, text: string]

const CLOCK_SKEW_MS_MAX = 2000
const DISK_BYTES_MIN = 1_000_000_000

export async function checkDatabase(db: Pool): Promise<Finding> {
  const { text, major } = await getServerVersion(db)
  return major >= 15
    ? [true, `database: PostgreSQL ${text}`]
    : [false, `database: PostgreSQL ${text} is too old. Use 15 or newer.`]
}

export async function checkSchema(db: Pool): Promise<Finding> {
  try {
    const due = await pendingMigrations(db)
    if (due.length === 0) return [true, 'schema: up to date']
    return [
      false,
      `schema: ${due.length} migration(s) have not run. Run \`npx quoin-server migrate\`, or start the server.`,
    ]
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

export function checkDisk(config: Config): Finding {
  const { bavail, bsize } = statfsSync(config.dataDir)
  const free = bavail * bsize
  const shown = `${(free / 1e9).toFixed(1)} GB free in ${config.dataDir}`
  return free >= DISK_BYTES_MIN
    ? [true, `disk: ${shown}`]
    : [false, `disk: ${shown}. Free some space: PostgreSQL stops writing when the disk is full.`]
}
