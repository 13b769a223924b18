import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { connect } from '../server/src/kit/postgres/db.ts'
import { until } from '../server/test/support/harness.ts'
import { freePort } from './free-ports.ts'

/** The PostgreSQL of Debian 12, the oldest that Quoin supports. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

export interface PostgresServer {
  readonly port: number
  readonly data: string
  readonly folder: string
  readonly child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Returns the user for servers that refuse to run as root. */
export function serverUser(): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: '/' }
  const readPostgresId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: readPostgresId('-u'), gid: readPostgresId('-g'), cwd: '/' }
}

/** Creates a folder for that user, which is removed at the end. */
export function serverFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `quoin-${name}-`))
  const { uid = userInfo().uid, gid = userInfo().gid } = serverUser()
  chownSync(folder, uid, gid)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a new cluster with the role `quoin_owner`, which owns the database `quoin` and has no other rights. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
  const folder = serverFolder('postgres')
  const data = join(folder, 'data')
  const options = ['-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(POSTGRES_BIN, 'initdb'), ['-D', data, ...options], { ...serverUser(), stdio: 'pipe' })
  appendFileSync(join(data, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n')
  const server = await launch(folder, data, await freePort(), settings)
  const admin = connect(adminUrl(server), { max: 1 })
  await admin.unsafe('create role quoin_owner login')
  await admin.unsafe('create database quoin owner quoin_owner')
  await admin.end()
  return server
}

/** Starts a standby that follows a server by streaming replication. */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
  const folder = serverFolder('standby')
  const data = join(folder, 'data')
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'admin']
  execFileSync(join(POSTGRES_BIN, 'pg_basebackup'), ['-D', data, ...from, '-R', '-X', 'stream', '-c', 'fast'], {
    ...serverUser(),
    stdio: 'pipe',
  })
  return launch(folder, data, await freePort(), {})
}

export function promote({ data }: PostgresServer): void {
  execFileSync(join(POSTGRES_BIN, 'pg_ctl'), ['promote', '-w', '-D', data], { ...serverUser(), stdio: 'pipe' })
}

export const adminUrl = ({ port }: { port: number }) => `postgres://admin@127.0.0.1:${port}/postgres`
export const ownerUrl = ({ port }: { port: number }) => `postgres://quoin_owner@127.0.0.1:${port}/quoin`

async function launch(
  folder: string,
  data: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const all = { listen_addresses: '127.0.0.1', fsync: 'off', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(POSTGRES_BIN, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...flags], {
    ...serverUser(),
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    child.kill('SIGCONT')
    child.kill(signal)
    await ended
  }
  after(() => stop('SIGQUIT'))
  const probe = connect(`postgres://admin@127.0.0.1:${port}/postgres`, { max: 1, canBeStandby: true })
  await until('PostgreSQL', () =>
    probe`select 1`.then(
      () => true,
      () => false,
    ),
  )
  await probe.end()
  return { port, data, folder, child, stop }
}
