import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/kit/postgres/embedded/embedded-postgres.ts'

/** `npm test [-- FILE...]`: one PostgreSQL for the whole run, a database of its own for every file. */
const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'quoin-test-'))
const given = process.argv.slice(2)
const files =
  given.length > 0 ? given : globSync(['server/{src,test}/**/*.test.ts', 'sdk/**/*.test.ts'], { cwd: root }).toSorted()

// Nothing here outlives the run, so nothing has to survive a power cut: the tests wait for no disk.
const postgres = await startEmbeddedPostgres({
  dataDir: scratch,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '256MB',
    max_connections: '300',
    autovacuum: 'off',
  },
})
const runner = spawn(
  process.execPath,
  ['--test', '--test-concurrency=3', `--test-timeout=${process.env['LONG'] ? 7_200_000 : 170_000}`, ...files],
  {
    cwd: root,
    stdio: 'inherit',
    // Some 300 processes load the same modules: without compiled code in a cache that takes twice the processor time, and
    // looking for links in every path is a sixth of it.
    env: {
      ...process.env,
      NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
      NODE_COMPILE_CACHE: join(scratch, 'compiled'),
      TEST_POSTGRES: postgres.address.replace('?quoin', ''),
    },
  },
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => runner.kill(signal))
const code = await new Promise<number>((resolve) => runner.once('exit', (status) => resolve(status ?? 1)))
await postgres.stop()
rmSync(scratch, { recursive: true, force: true })
process.exit(code)
