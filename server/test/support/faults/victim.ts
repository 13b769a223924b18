import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from '../harness.ts'
import { inherited, programFile } from '../processes.ts'

/** A process of the real service that a test kills, freezes or disconnects. */
export interface Victim {
  readonly url: string
  readonly child: ChildProcess
  /** Resolves with the signal that ended it. */
  readonly died: Promise<NodeJS.Signals | null>
  kill(): Promise<void>
}

/** `database` is `/folder?name` for a Unix socket, or a URL. */
export async function startVictim(
  database: string,
  env: Record<string, string> = {},
  program = programFile('server/test/support/faults/program.ts'),
): Promise<Victim> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...inherited,
      ...buildDatabaseEnv(database),
      QUOIN_DATA: join(import.meta.dirname, 'none'),
      QUOIN_MASTER_KEY: `k1:${Buffer.alloc(32).toString('base64')}`,
      PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_LEASE_SECONDS: '2',
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
      RATE_LIMIT_WORKSPACE_PER_SECOND: '100000',
      RATE_LIMIT_WORKSPACE_BURST: '100000',
      RATE_LIMIT_ADDRESS_PER_SECOND: '100000',
      RATE_LIMIT_ADDRESS_BURST: '100000',
      ...env,
    },
  })
  const died = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)))
  const kill = async () => {
    child.kill('SIGKILL')
    await died
  }
  atEnd(kill)
  const firstLine = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve))
  const url = await Promise.race([firstLine, died.then(() => '')])
  return { url, child, died, kill }
}

function buildDatabaseEnv(database: string): Record<string, string> {
  if (!database.startsWith('/')) return { DATABASE_URL: database }
  const [folder = '', name = ''] = database.split('?')
  return { DATABASE_URL: `postgres:///${name}`, PGHOST: folder, PGUSER: 'quoin' }
}
