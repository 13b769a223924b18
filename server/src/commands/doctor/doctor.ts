import type { Config } from '../../kit/config/config.ts'
import { prepareDataDir } from '../../kit/config/data-dir.ts'
import { checkMasterKey, readMasterKey } from '../../kit/master-key.ts'
import { createOutbound } from '../../kit/net/outbound.ts'
import { connect, type Pool } from '../../kit/postgres/db.ts'
import { assertReachable } from '../../kit/postgres/reachable.ts'
import { createSecrets } from '../../kit/secrets.ts'
import {
  checkBackup,
  checkClock,
  checkConnections,
  checkDatabase,
  checkDisk,
  checkSchema,
  checkWork,
  type Finding,
} from '../../operations/checks.ts'
import { checkPlacement } from '../../operations/citus/check.ts'
import { isBehind } from '../../operations/schema/migrate.ts'
import { openDatabase } from '../../runtime.ts'
import { getHome } from '../../sources/directory/sql/directory-home.ts'
import { type Options, type Output, type RunOnConfig, UsageError } from '../command.ts'
import { checkArchive } from '../ledger-archive.ts'
import { checkLimits } from '../shared-limits.ts'
import type { DeepReport } from './deep/report.ts'

/** Checks what Quoin depends on without changing anything, and reports how to fix problems; with --deep also a running server. */
export const doctor: RunOnConfig = async (config, { options, print }) => {
  const receiver = readReceiver(options)
  const findings: Finding[] = []
  const isUsable = await checkDependencies(config, (finding) => {
    findings.push(finding)
    print({ text: `${finding[0] ? '  ok  ' : ' FAIL '} ${finding[1]}` })
  })
  if (!options['deep']) return summarize(findings)
  if (!isUsable) {
    const { text, ...output } = summarize(findings)
    return {
      ...output,
      text: `\nThe deep checks were not run: they need the database, its schema and its master key.${text}`,
    }
  }
  const { runDeepChecks } = await import('./deep/run.ts')
  return summarize(findings, await runDeepChecks(config, { url: options['url'], receiver, print }))
}

const LISTEN_PORT = '8099'

function readReceiver({ deep, url, receiver, listen = LISTEN_PORT }: Options) {
  if (!deep && (url !== undefined || receiver !== undefined))
    throw new UsageError('--url and --receiver are for the deep checks. Add --deep.')
  return { url: receiver, port: Number(listen) }
}

function summarize(findings: readonly Finding[], deep?: DeepReport): Output {
  const problems = findings.filter(([isOk]) => !isOk).length + (deep?.count('failed') ?? 0)
  const found = problems === 0 ? 'No problems found.' : `${problems} problem${problems === 1 ? '' : 's'} found.`
  const checks = findings.map(([isOk, text]) => ({ check: text.replace(/:.*/s, ''), ok: isOk, text }))
  if (!deep) return { text: `\n${found}`, data: { problems, checks }, exitCode: problems === 0 ? 0 : 1 }
  const { isInterrupted, seconds } = deep
  const counts = `${deep.count('ok')} deep checks passed, ${deep.count('skipped')} were skipped and ${deep.count('failed')} failed, in ${seconds} s.`
  return {
    text: `\n${counts} ${isInterrupted ? 'Interrupted. The temporary workspace is closed.' : found}`,
    data: { problems, checks, deep: { is_interrupted: isInterrupted, seconds, checks: deep.findings } },
    exitCode: isInterrupted ? 130 : problems === 0 ? 0 : 1,
  }
}

/** Returns false when the database or its key cannot be used. */
async function checkDependencies(config: Config, report: (finding: Finding) => void): Promise<boolean> {
  await using opened = new AsyncDisposableStack()
  let db: Pool | undefined
  let isUsable = false
  try {
    prepareDataDir(config.dataDir)
    const database = opened.use(await openDatabase(config, { canAttach: true }))
    const connected = opened.use(connect(database.sessionAddress, { max: 1, name: 'quoin doctor' }))
    for (const check of [checkDatabase, checkSchema, checkConnections, checkClock, checkWork, checkBackup])
      report(await check(connected, config))
    // An earlier schema cannot tell which processes are alive.
    isUsable = !(await isBehind(connected))
    if (isUsable) report(await checkLimits(config, connected))
    const archive = await checkArchive(connected, config)
    if (archive) report(archive)
    const placement = await checkPlacement(connected)
    if (placement) report(placement)
    db = connected
  } catch (error) {
    const advice = config.DATABASE_URL
      ? 'Check that DATABASE_URL names a running server, and that user and password are right.'
      : "PostgreSQL's log is above. Its data is in the folder QUOIN_DATA."
    report([false, `database: ${(error as Error).message || 'no connection'}. ${advice}`])
  }
  if (config.DIRECTORY_DATABASE_URL) report(await checkDirectory(config.DIRECTORY_DATABASE_URL, db))
  const key = await checkKey(config, db)
  report(key)
  report(checkDisk(config))
  report(await checkNetwork(config))
  return isUsable && key[0]
}

/** Also decrypts a secret of the database, because a valid key can belong to another database. */
async function checkKey(config: Config, db: Pool | undefined): Promise<Finding> {
  try {
    const secrets = createSecrets(readMasterKey(config))
    if (secrets.open(secrets.seal('doctor', 'doctor'), 'doctor') !== 'doctor')
      return [false, 'master key: does not decrypt what it encrypted']
    if (!db) return [true, 'master key: encrypts and decrypts']
    await checkMasterKey(db, secrets, config)
    return [true, "master key: encrypts, and decrypts this database's secrets"]
  } catch (error) {
    return [false, `master key: ${(error as Error).message}`]
  }
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
      overflow: 'truncate',
      bytesMax: 1024,
    })
    return [true, `network: ${config.QUOIN_DOCTOR_URL} returned ${status}`]
  } catch (error) {
    return [
      false,
      `network: ${config.QUOIN_DOCTOR_URL} did not respond (${(error as Error).message}). Webhooks and platforms need outgoing connections. Check the firewall and DNS, or set QUOIN_DOCTOR_URL to a URL that this machine can reach.`,
    ]
  } finally {
    await outbound.close()
  }
}

/** Checks the database of the directory: its version, its schema, and whether it contains the directory. */
async function checkDirectory(url: string, db: Pool | undefined): Promise<Finding> {
  try {
    await assertReachable(url, 'DIRECTORY_DATABASE_URL')
  } catch (error) {
    return [false, `directory: ${(error as Error).message}`]
  }
  const directory = connect(url, { max: 1, name: 'quoin doctor' })
  try {
    const [, version] = await checkDatabase(directory)
    const [isCurrent, schema] = await checkSchema(directory)
    if (!isCurrent) return [false, `directory: ${schema}`]
    const homes = [db && (await checkSchema(db))[0] ? await getHome(db) : undefined, await getHome(directory)]
    if (homes[0] === 'here' || homes[1] !== 'here')
      return [
        false,
        'directory: the database of DIRECTORY_DATABASE_URL does not contain the people. Start the server, or move them with `quoin-server directory move`.',
      ]
    return [true, `directory: in a separate database, ${version.replace('database: ', '')}, schema up to date`]
  } catch (error) {
    return [false, `directory: ${(error as Error).message}`]
  } finally {
    await directory.end({ timeout: 1 })
  }
}
