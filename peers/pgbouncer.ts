import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { connect } from '../server/src/kit/postgres/db.ts'
import { until } from '../server/test/support/harness.ts'
import { freePort } from './free-ports.ts'
import { ownerUrl, type PostgresServer, serverFolder, serverUser } from './postgres-server.ts'

export const PGBOUNCER = '/usr/sbin/pgbouncer'

/** Starts PgBouncer in transaction mode in front of a server. Returns its URL. */
export async function startPgBouncer(server: PostgresServer, poolSize: number): Promise<string> {
  const folder = serverFolder('pgbouncer')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `quoin = host=127.0.0.1 port=${server.port} dbname=quoin user=quoin_owner`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    `logfile = ${join(folder, 'log')}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 })
  const child = spawn(PGBOUNCER, ['-q', file], { ...serverUser(), stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const url = ownerUrl({ port })
  const probe = connect(url, { max: 1, sessionAddress: ownerUrl(server) })
  await until('PgBouncer', () =>
    probe`select 1`.then(
      () => true,
      () => false,
    ),
  )
  await probe.end()
  return url
}
