import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { totalmem, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDataDir, type SystemUser } from '../../kit/config/data-dir.ts'
import { connect, type Pool } from '../../kit/postgres/db.ts'
import { isAnswering } from '../../kit/postgres/health.ts'
import { binariesFor, libraryEnv } from './binaries.ts'
import { chownTree, nobodyUser, openCluster, postgresUser, socketFolder } from './cluster-folder.ts'
import { isOwned, type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import {
  isListening,
  isPostmaster,
  isWatched,
  postmasterPid,
  postmasterStatus,
  replacePid,
  WATCHDOG_NAME,
  writeAs,
} from './postmaster.ts'
import { makePrivateFolder } from './private-folder.ts'
import { type DeathReports, type RunningServer, supervise } from './supervise.ts'

export interface EmbeddedPostgres {
  /** An address for `connect`. */
  readonly address: string
  readonly pid: number
  /** The data folder of PostgreSQL. */
  readonly cluster: string
  stop(): Promise<void>
}

export interface EmbeddedOptions extends DeathReports {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
  /** Called when the process runs, before it accepts connections. */
  readonly onLaunch?: (() => void) | undefined
}

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Time an earlier server of this data folder may take to end. */
const START_SECONDS = 60
/** Time a running server may take to accept connections: after a crash it recovers first. */
const RECOVERY_SECONDS = 600
const RETRY_MS = 200
/** Time a watched server may take to begin stopping after its owner ended. */
const WATCHDOG_SECONDS = 5

/**
 * Starts PostgreSQL in the data folder, and restarts it when it dies. Only the current user and root can reach it, over a Unix
 * socket: no port, no password.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir } = options
  prepareDataDir(dataDir)
  const lock = await takeOwnerLock(dataDir)
  if (!lock) throw inUse()
  try {
    return await startOwned(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startOwned(options: EmbeddedOptions, lock: OwnerLock): Promise<EmbeddedPostgres> {
  const { onDeath, onCrash } = options
  const { server, cluster, socket } = await bringUp(options)
  const startAgain = async () => (await bringUp({ ...options, onLaunch: undefined })).server
  const supervisor = supervise(server, startAgain, {
    onDeath,
    onCrash(output, deaths) {
      lock.release()
      onCrash?.(output, deaths)
    },
  })
  return {
    address: `${socket}?quoin`,
    pid: postmasterPid(cluster) ?? 0,
    cluster,
    async stop() {
      await supervisor.stop()
      lock.release()
    },
  }
}

/** Starts the server and waits until it accepts connections. */
async function bringUp({ dataDir, settings = {}, onLaunch }: EmbeddedOptions) {
  const deadline = Date.now() + START_SECONDS * 1000
  const user = asEmbeddedError(() => postgresUser(dataDir))
  await stopOrphan(dataDir, deadline)
  const { native, cluster, socket } = asEmbeddedError(() => prepare(dataDir, user))
  for (;;) {
    const server = launch(native, { cluster, socket, user, settings })
    onLaunch?.()
    try {
      await createDatabase(socket, server)
      return { server, cluster, socket }
    } catch (error) {
      server.child.stdin?.end()
      await server.exited
      // Statements that run when a postmaster is killed continue to their end and keep its memory.
      if (!/shared memory block .* still in use/.test(server.log()) || Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Marks an error that an operator can correct: its message is shown without a stack. */
function asEmbeddedError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new EmbeddedPostgresError((error as Error).message, { cause: error })
  }
}

function prepare(dataDir: string, user: SystemUser | undefined) {
  const cluster = openCluster(dataDir, user)
  const native = binariesFor(user)
  const socket = socketFolder(dataDir)
  // Earlier versions gave the folder beside the cluster to `nobody`. In the temporary folder `nobody` may be any process.
  makePrivateFolder(socket, user, user && dirname(socket) === dirname(cluster) ? [nobodyUser().uid] : [])
  removeUnfinished(cluster)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(native, cluster, user)
  if (postmasterPid(cluster) !== undefined) replacePid(cluster, socket, user)
  writeAccessRules(cluster, user)
  return { native, cluster, socket }
}

/** Creates the cluster atomically: a killed start does not block the next one. */
function initialise(native: string, cluster: string, user: SystemUser | undefined): void {
  const unfinished = `${cluster}.${process.pid}`
  // initdb needs a user with a name. Because it runs in PostgreSQL's group, no other process of that user can read its files.
  const initdbUser = user && { uid: nobodyUser().uid, gid: user.gid }
  makePrivateFolder(unfinished, initdbUser)
  const options = ['-U', 'quoin', '-E', 'UTF8', '--locale=C', '--auth=peer', '--no-instructions', '--data-checksums']
  try {
    execFileSync(join(native, 'bin', 'initdb'), ['-D', unfinished, ...options], {
      ...initdbUser,
      cwd: '/',
      stdio: 'pipe',
      env: libraryEnv(native),
    })
    if (user) chownTree(unfinished, user)
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const { stderr, message } = error as Error & { stderr?: Buffer }
    throw new EmbeddedPostgresError(`initdb failed: ${stderr?.toString().trim() || message}`, { cause: error })
  }
}

/** Removes leftovers of killed starts. No other start runs while we have the lock. */
function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster)))
    if (/^postgres\.\d+$/.test(name))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 })
}

/** Admits the current user and root, which the socket identifies. Written at each start, over the rules of earlier versions. */
function writeAccessRules(cluster: string, user: SystemUser | undefined): void {
  const names = new Set([ourName(), 'root'])
  const files = {
    'pg_hba.conf': 'local all all peer map=quoin\n',
    'pg_ident.conf': [...names].map((name) => `quoin "${name}" quoin\n`).join(''),
  }
  for (const [name, content] of Object.entries(files)) {
    const file = join(cluster, name)
    if (readFileSync(file, 'utf8') !== content) writeAs(user, file, content)
  }
}

function ourName(): string {
  try {
    return userInfo().username
  } catch (error) {
    throw new Error(`User ${process.getuid?.()} has no name in /etc/passwd, but PostgreSQL needs one. Add it there.`, {
      cause: error,
    })
  }
}

/**
 * PostgreSQL's parent is a shell that waits on a pipe from us: when this process ends, for whatever reason, the pipe closes and
 * the shell stops PostgreSQL. A separate session keeps Ctrl-C from reaching PostgreSQL before we have drained.
 */
const WATCHDOG =
  '"$@" & pid=$!; (read -r _; kill -INT $pid 2>/dev/null) <&3 & wait $pid; code=$?; kill $! 2>/dev/null; exit $code'

/** An eighth of the memory: frequently read rows do not have to be copied from the system's cache each time (decision 0016). */
function sharedMegabytes(): number {
  const limit = process.constrainedMemory() || Infinity
  return Math.round(Math.min(1024, Math.max(128, Math.min(totalmem(), limit) / 8 / 2 ** 20)))
}

interface LaunchOptions {
  readonly cluster: string
  readonly socket: string
  readonly user: SystemUser | undefined
  readonly settings: Readonly<Record<string, string>>
}

function launch(native: string, { cluster, socket, user, settings }: LaunchOptions): RunningServer {
  const options = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${sharedMegabytes()}MB`,
    jit: 'off',
    ...settings,
  }
  const postgres = [join(native, 'bin', 'postgres'), '-D', cluster]
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', `exec 3<&0 </dev/null; ${WATCHDOG}`, WATCHDOG_NAME, ...postgres, ...flags], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: libraryEnv(native),
  })
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-8192)
  })
  child.stdin?.on('error', () => {})
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, exited, log: () => log }
}

/** Returns the address of the embedded server if another process runs it: commands beside a running server use it. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const deadline = Date.now() + START_SECONDS * 1000
  while (isOwned(dataDir)) {
    const socket = socketFolder(dataDir)
    const isStarted = postmasterStatus(join(dataDir, 'postgres')) === 'ready'
    if (isStarted && (await isReady(`${socket}?quoin`))) return `${socket}?quoin`
    if (Date.now() > deadline) throw inUse()
    await sleep(20)
  }
  return undefined
}

/** Returns false until the database exists: its owner may have just started the server. */
async function isReady(address: string): Promise<boolean> {
  const probe = connect(address, { max: 1 })
  try {
    return await isAnswering(probe)
  } finally {
    await probe.end({ timeout: 1 }).catch(() => {})
  }
}

/** Stops a server that outlived its process. We have the lock, so its owner has ended. */
async function stopOrphan(dataDir: string, deadline: number): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const socket = socketFolder(dataDir)
  const pid = postmasterPid(cluster)
  if (pid === undefined) return
  const since = Date.now()
  for (;;) {
    const isHere = isPostmaster(pid, cluster)
    // In another container its process has another number, or none.
    if (!isHere && !(await isListening(socket))) return
    const hasWatchdog = isHere && isWatched(pid)
    if (isHere && !hasWatchdog) interrupt(pid)
    // An owner without the lock is an earlier version, or the lock file was removed.
    const isLate = Date.now() > since + WATCHDOG_SECONDS * 1000
    if (hasWatchdog && isLate && postmasterStatus(cluster) === 'ready') throw inUse()
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(
        `A PostgreSQL server from an earlier start (process ${pid}) does not stop. End it, then start Quoin again.`,
      )
    await sleep(50)
  }
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // It has just ended.
  }
}

function inUse(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'Another Quoin is running on this data folder. Stop it, or set QUOIN_DATA to another folder.',
  )
}

async function createDatabase(socket: string, server: RunningServer): Promise<void> {
  const db = await connectWhenReady(socket, server)
  try {
    const [found] = await db`select 1 from pg_database where datname = 'quoin'`
    if (!found) await db`create database quoin`
  } finally {
    await db.end({ timeout: 1 }).catch(() => {})
  }
}

async function connectWhenReady(socket: string, server: RunningServer): Promise<Pool> {
  const deadline = Date.now() + RECOVERY_SECONDS * 1000
  for (;;) {
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw new EmbeddedPostgresError(`PostgreSQL did not start:\n${server.log().trim()}`)
    const db = connect(`${socket}?postgres`, { max: 1, name: 'quoin start' })
    try {
      await db`select 1`
      return db
    } catch (error) {
      await db.end({ timeout: 1 }).catch(() => {})
      if (Date.now() > deadline)
        throw new EmbeddedPostgresError(
          `PostgreSQL did not respond within ${RECOVERY_SECONDS} s:\n${server.log().trim()}`,
          { cause: error },
        )
      await sleep(20)
    }
  }
}
