import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config/config.ts'
import { prepareDataDir } from './config/data-dir.ts'
import { type Db, type Pool, transaction } from './postgres/db.ts'
import { newMasterKey, SecretError, type Secrets } from './secrets.ts'

/** Reads the master key. In development a key is created once and kept in the data folder; production must set its own. */
export function readMasterKey(config: Config): string {
  if (config.QUOIN_MASTER_KEY) return config.QUOIN_MASTER_KEY
  const file = toKeyFilePath(config)
  prepareDataDir(config.dataDir)
  if (!existsSync(file)) createAtomically(file, `${newMasterKey()}\n`)
  return readFileSync(file, 'utf8').trim()
}

/** Returns true if there is a key, so that none would be created. */
export function hasMasterKey(config: Config): boolean {
  return Boolean(config.QUOIN_MASTER_KEY) || existsSync(toKeyFilePath(config))
}

/** Creates the file with its content or not at all. Of two processes that create it, the first wins. */
function createAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}

/** Throws when the master key does not open this database's secrets. Records the first key, and each new current key. */
export async function confirmMasterKey(db: Pool, secrets: Secrets, config: Config): Promise<void> {
  await transaction(db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('quoin.master_key'))`
    const canaries = await listCanaries(tx)
    assertOpens(canaries, secrets, config)
    if (canaries.every(({ sealed }) => secrets.isStale(sealed))) await insertCanary(tx, secrets)
  })
}

/** Like `confirmMasterKey`, without recording anything. A database without our schema has no secrets. */
export async function checkMasterKey(db: Db, secrets: Secrets, config: Config): Promise<void> {
  const [found] = await db<{ exists: boolean }[]>`select to_regclass('master_key_canaries') is not null as exists`
  if (found?.exists) assertOpens(await listCanaries(db), secrets, config)
}

/** For a lost key: Quoin starts with another one, and secrets sealed with the lost key cannot be read. */
export async function forgetCanaries(db: Db): Promise<void> {
  await db`delete from master_key_canaries`
}

interface Canary {
  readonly purpose: string
  readonly sealed: string
}

async function listCanaries(db: Db): Promise<Canary[]> {
  return db<Canary[]>`select purpose, sealed from master_key_canaries order by created_at`
}

async function insertCanary(db: Db, secrets: Secrets): Promise<void> {
  const sealed = secrets.seal('', 'id')
  const purpose = `canary ${sealed.slice(0, sealed.indexOf('.'))}`
  await db`insert into master_key_canaries (purpose, sealed) values (${purpose}, ${secrets.seal('canary', purpose)})`
}

function assertOpens(canaries: readonly Canary[], secrets: Secrets, config: Config): void {
  for (const { purpose, sealed } of canaries) {
    try {
      secrets.open(sealed, purpose)
    } catch (error) {
      throw new SecretError(explanation(sealed.slice(0, sealed.indexOf('.')), config), { cause: error })
    }
  }
}

function explanation(id: string, config: Config): string {
  const [where, remedy] = config.QUOIN_MASTER_KEY
    ? ['QUOIN_MASTER_KEY', 'Set it to that key. Put a newer key before it, separated by a comma.']
    : [`The master key in ${toKeyFilePath(config)}`, 'Restore that file from your backup, or set QUOIN_MASTER_KEY.']
  return `${where} does not open the secrets in this database, which are sealed with key ${id}. ${remedy} If that key is lost, the secrets are too: \`delete from master_key_canaries\` lets Quoin start, and accounts and webhook endpoints must be created again.`
}

function toKeyFilePath(config: Config): string {
  return join(config.dataDir, 'master.key')
}
