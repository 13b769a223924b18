import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { connect } from '../../src/kit/postgres/db.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { commandsIn } from './commands.ts'
import { emptyDatabase } from './databases.ts'
import { atEnd, toDatabaseUrl } from './harness.ts'

export const QUOIN_MASTER_KEY = newMasterKey()

/** Creates a folder for backups and media, removed at the end. */
export function backupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-backup-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Returns the commands on the database of DATABASE_URL. */
export function commandsFor(address: string, env: Record<string, string> = {}) {
  return commandsIn({ QUOIN_MASTER_KEY, DATABASE_URL: toDatabaseUrl(address), QUOIN_DATA: backupFolder(), ...env })
}

/** Creates an empty database with its commands and a connection. */
export async function target(env: Record<string, string> = {}) {
  const address = await emptyDatabase()
  const db = connect(address, { max: 2, name: 'test' })
  atEnd(() => db.end({ timeout: 1 }))
  return { address, db, quoin: commandsFor(address, env) }
}

/**
 * Reads the content of every table, in an order that does not depend on the location of rows; without the leases, which are
 * renewed.
 */
export async function readTableContents(address: string): Promise<Record<string, string>> {
  const db = connect(address, { max: 1, name: 'test' })
  try {
    const tables = await db<{ name: string }[]>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'nodes'`
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const [row] = await db<{ sum: string }[]>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum from ${db(name)} t`
      found[name] = row?.sum ?? ''
    }
    return found
  } finally {
    await db.end({ timeout: 1 })
  }
}
