import { statfsSync } from 'node:fs'
import type { Config } from '../kit/config.ts'
import { openDataFolder } from '../kit/data-folder.ts'
import { checkMasterKey, masterKey } from '../kit/master-key.ts'
import { createOutbound } from '../kit/net/outbound.ts'
import { connect, type Pool } from '../kit/postgres/db.ts'
import { serverTime, serverVersion } from '../kit/postgres/health.ts'
import { pendingMigrations } from '../kit/postgres/migrate.ts'
import { createSecrets } from '../kit/secrets.ts'
import { type Database, openDatabase } from '../runtime.ts'

type Finding = readonly [ok: boolean, text: string]

const CLOCK_SKEW_MS_MAX = 2000
const DISK_BYTES_MIN = 1_000_000_000

/** Looks at everything Quoin stands on, changes nothing, and says what to do about what is wrong. */
export async function doctor(config: Config, say: (line: string) => void): Promise<number> {
  let problems = 0
  const report = ([ok, text]: Finding) => {
    if (!ok) problems++
    say(`${ok ? '  ok  ' : ' FAIL '} ${text}`)
  }
  let database: Database | undefined
  let db: Pool | undefined
  let isReached = false
  try {
    openDataFolder(config.dataDir)
    database = await openDatabase(config, { attach: true })
    db = connect(database.address, { max: 1, name: 'quoin doctor' })
    for (const check of [checkDatabase, checkSchema, checkClock]) report(await check(db))
    isReached = true
  } catch (error) {
    const advice = config.DATABASE_URL
      ? 'See that DATABASE_URL names a running server that lets us in.'
      : 'Its log is above; QUOIN_DATA says where it lives.'
    report([false, `database: ${(error as Error).message || 'no connection'}. ${advice}`])
  }
  report(await checkKey(config, isReached ? db : undefined))
  await db?.end({ timeout: 1 })
  await database?.stop()
  report(checkDisk(config))
  report(await checkNetwork(config))
  say(problems === 0 ? '\nAll is well.' : `\n${problems} thing${problems === 1 ? '' : 's'} to mend.`)
  return problems === 0 ? 0 : 1
}

async function checkDatabase(db: Pool): Promise<Finding> {
  const { text, major } = await serverVersion(db)
  return major >= 15
    ? [true, `database: PostgreSQL ${text}`]
    : [false, `database: PostgreSQL ${text} is too old. Use 15 or newer.`]
}

async function checkSchema(db: Pool): Promise<Finding> {
  try {
    const due = await pendingMigrations(db)
    if (due.length === 0) return [true, 'schema: up to date']
    return [
      false,
      `schema: ${due.length} migration(s) to run. Run \`npx quoin-server migrate\`, or just start the server.`,
    ]
  } catch (error) {
    return [false, `schema: ${(error as Error).message}`]
  }
}

async function checkClock(db: Pool): Promise<Finding> {
  const before = Date.now()
  const at = await serverTime(db)
  const skew = Math.round(at.getTime() - (before + Date.now()) / 2)
  if (Math.abs(skew) <= CLOCK_SKEW_MS_MAX) return [true, `clock: ${Math.abs(skew)} ms from the database's`]
  return [
    false,
    `clock: ${Math.abs(skew)} ms from the database's. Keep both on NTP: signatures and expiry depend on it.`,
  ]
}

/** A key that seals is not yet the key of this database. */
async function checkKey(config: Config, db: Pool | undefined): Promise<Finding> {
  try {
    const secrets = createSecrets(masterKey(config))
    if (secrets.open(secrets.seal('doctor', 'doctor'), 'doctor') !== 'doctor')
      return [false, 'master key: does not open what it sealed']
    if (!db) return [true, 'master key: seals and opens']
    await checkMasterKey(db, secrets, config)
    return [true, "master key: seals, and opens this database's secrets"]
  } catch (error) {
    return [false, `master key: ${(error as Error).message}`]
  }
}

function checkDisk(config: Config): Finding {
  const { bavail, bsize } = statfsSync(config.dataDir)
  const free = bavail * bsize
  const shown = `${(free / 1e9).toFixed(1)} GB free in ${config.dataDir}`
  return free >= DISK_BYTES_MIN
    ? [true, `disk: ${shown}`]
    : [false, `disk: ${shown}. Make room: PostgreSQL stops writing when it runs out.`]
}

async function checkNetwork(config: Config): Promise<Finding> {
  const outbound = createOutbound({
    allowLoopback: config.allowLoopback,
    httpsOnly: false,
    dnsServers: config.DNS_SERVERS,
  })
  try {
    const { status } = await outbound.send({
      url: config.QUOIN_DOCTOR_URL,
      method: 'GET',
      deadlineMs: 5000,
      overflow: 'cut',
      bytesMax: 1024,
    })
    return [true, `network: ${config.QUOIN_DOCTOR_URL} answered ${status}`]
  } catch (error) {
    return [
      false,
      `network: ${config.QUOIN_DOCTOR_URL} did not answer (${(error as Error).message}). Webhooks and platforms need a way out: see firewall and DNS, or set QUOIN_DOCTOR_URL to something you can reach.`,
    ]
  } finally {
    await outbound.close()
  }
}
