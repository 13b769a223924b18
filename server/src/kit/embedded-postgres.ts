import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Pool } from './db.ts'
import { findBinaries, type RunAs, unprivileged } from './postgres-binaries.ts'
import { disownPidFile, isPostmaster, parentOf, postmasterPid } from './postmaster.ts'

export interface EmbeddedPostgres {
  /** An address `connect` understands. */
  readonly address: string
  readonly pid: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly settings?: Readonly<Record<string, string>>
  /** Told when the server ends although nobody stopped it. */
  readonly onCrash?: (log: string) => void
}

export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Held by the process that runs the server, for as long as it lives: tells a server in use from one left behind. */
const OWNER_LOCK = "hashtext('quoin.owner')"
const START_SECONDS = 60

/** Starts PostgreSQL in the data folder, reached over a Unix socket there: no port, no password. */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  onCrash,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = findBinaries()
  const runAs = unprivileged()
  const cluster = join(dataDir, 'postgres')
  const socket = socketFolder(dataDir)
  own(socket, runAs)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(native, cluster, runAs)
  own(cluster, runAs)

  const deadline = Date.now() + START_SECONDS * 1000
  await stopOrphan(cluster, socket, deadline)
  const server = launch(native, { cluster, socket, runAs, settings })
  const owner = await connectWhenReady({ cluster, socket }, server, deadline)
  let isStopping = false
  server.child.once('exit', () => {
    if (!isStopping) onCrash?.(server.log())
  })
  try {
    await owner`select pg_advisory_lock_shared(${owner.unsafe(OWNER_LOCK)})`
    await createDatabase(owner)
  } catch (error) {
    await owner.end({ timeout: 1 }).catch(() => {})
    await Promise.race([server.exited, sleep(5000)])
    throw wasStopped(server) ? inUse() : error
  }
  return {
    address: `${socket}?quoin`,
    pid: postmasterPid(cluster) ?? 0,
    async stop() {
      isStopping = true
      await owner.end({ timeout: 1 }).catch(() => {})
      server.child.stdin?.end()
      await server.exited
    },
  }
}

/** A socket's path may have 107 bytes; a deep data folder gets one under the temporary folder instead. */
function socketFolder(dataDir: string): string {
  const inside = join(dataDir, 'socket')
  if (Buffer.byteLength(inside) <= 85) return inside
  return join(tmpdir(), `quoin-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

function own(folder: string, runAs: RunAs | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  chmodSync(folder, 0o700)
}

/** The cluster appears whole or not at all: killed half-way, or started twice at once, nothing blocks the next start. */
function initialise(native: string, cluster: string, runAs: RunAs | undefined): void {
  sweepUnfinished(cluster)
  const unfinished = `${cluster}.${process.pid}`
  own(unfinished, runAs)
  const options = ['-U', 'quoin', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-instructions', '--data-checksums']
  const [program = '', ...args] = [
    ...(runAs?.prefix ?? []),
    join(native, 'bin', 'initdb'),
    '-D',
    unfinished,
    ...options,
  ]
  try {
    execFileSync(program, args, { stdio: 'pipe', env: libraryEnv(native) })
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(join(cluster, 'PG_VERSION'))) return
    const { stderr, message } = error as Error & { stderr?: Buffer }
    throw new EmbeddedPostgresError(`initdb failed: ${stderr?.toString().trim() || message}`, { cause: error })
  }
}

/** What starts that were killed have left; one that still runs is let be. */
function sweepUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const pid = /^postgres\.(\d+)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function libraryEnv(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' }
}

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<void>
  log(): string
}

/**
 * A shell stands between us and PostgreSQL and waits on a pipe: when this process ends, however it ends, the pipe
 * closes and the shell asks PostgreSQL to stop. Its own session keeps Ctrl-C from reaching it before we have drained.
 */
const WATCHDOG =
  '"$@" & pid=$!; (read -r _; kill -INT $pid 2>/dev/null) <&3 & wait $pid; code=$?; kill $! 2>/dev/null; exit $code'

/** An eighth of the memory there is: what is read again and again need not be copied from the system's cache each time. */
function sharedMegabytes(): number {
  const limit = process.constrainedMemory() || Infinity
  return Math.round(Math.min(1024, Math.max(128, Math.min(totalmem(), limit) / 8 / 2 ** 20)))
}

function launch(
  native: string,
  {
    cluster,
    socket,
    runAs,
    settings,
  }: { cluster: string; socket: string; runAs: RunAs | undefined; settings: Readonly<Record<string, string>> },
): Running {
  const options = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${sharedMegabytes()}MB`,
    jit: 'off',
    ...settings,
  }
  const postgres = [...(runAs?.prefix ?? []), join(native, 'bin', 'postgres'), '-D', cluster]
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn('/bin/sh', ['-c', `exec 3<&0 </dev/null; ${WATCHDOG}`, 'quoin-postgres', ...postgres, ...flags], {
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

/** The address of the embedded server when another process runs it now: commands beside a running server use it. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres')
  const pid = postmasterPid(cluster)
  if (pid === undefined || !isPostmaster(pid, cluster)) return undefined
  const socket = socketFolder(dataDir)
  return (await isOwned(socket).catch(() => false)) ? `${socket}?quoin` : undefined
}

async function isOwned(socket: string): Promise<boolean> {
  const probe = connect(`${socket}?postgres`, { max: 1 })
  try {
    const [row] = await probe<
      { isFree: boolean }[]
    >`select pg_try_advisory_lock(${probe.unsafe(OWNER_LOCK)}) as "isFree"`
    return row?.isFree === false
  } finally {
    await probe.end({ timeout: 1 }).catch(() => {})
  }
}

/** A server that outlived its process is stopped, so that ours starts clean; one in use is left alone. */
async function stopOrphan(cluster: string, socket: string, deadline: number): Promise<void> {
  const pid = postmasterPid(cluster)
  if (pid === undefined) return
  while (isPostmaster(pid, cluster)) {
    // Starting up or shutting down it answers nobody: look again.
    const owned = await isOwned(socket).catch(() => undefined)
    if (owned) throw inUse()
    if (owned === false) process.kill(pid, 'SIGINT')
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(`A PostgreSQL left behind (process ${pid}) does not stop.`)
    await sleep(50)
  }
  if (postmasterPid(cluster) === pid) disownPidFile(cluster, socket)
}

function inUse(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'Another Quoin is running on this data folder: stop it, or set QUOIN_DATA to another folder.',
  )
}

async function connectWhenReady(
  { cluster, socket }: { cluster: string; socket: string },
  server: Running,
  deadline: number,
): Promise<Pool> {
  for (;;) {
    if (isSomebodyElses(cluster, server)) throw inUse()
    if (server.child.exitCode !== null || server.child.signalCode !== null)
      throw wasStopped(server)
        ? inUse()
        : new EmbeddedPostgresError(`PostgreSQL did not start:\n${server.log().trim()}`)
    const owner = connect(`${socket}?postgres`, { max: 1, name: 'quoin owner' })
    try {
      await owner`select 1`
      if (!isSomebodyElses(cluster, server)) return owner
      await owner.end({ timeout: 1 })
    } catch (error) {
      await owner.end({ timeout: 1 }).catch(() => {})
      if (Date.now() > deadline)
        throw new EmbeddedPostgresError(
          `PostgreSQL did not answer within ${START_SECONDS} s:\n${server.log().trim()}`,
          { cause: error },
        )
      await sleep(20)
    }
  }
}

/** Of two that start at the same moment, one may take the other's server, while it has no owner, for one left behind. */
function wasStopped(server: Running): boolean {
  return server.log().includes('fast shutdown request')
}

/** Of two that start at the same moment, one reaches the server of the other. */
function isSomebodyElses(cluster: string, { child }: Running): boolean {
  const pid = postmasterPid(cluster)
  if (pid === undefined || !isPostmaster(pid, cluster)) return false
  const parent = parentOf(pid)
  return parent !== undefined && parent !== child.pid
}

async function createDatabase(owner: Pool): Promise<void> {
  const [found] = await owner`select 1 from pg_database where datname = 'quoin'`
  if (!found) await owner`create database quoin`
}
