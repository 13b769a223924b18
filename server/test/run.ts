import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { bundleTests } from './bundle.ts'
import { groupFiles, writeGroup } from './groups.ts'
import { runFiles } from './run-files.ts'

/** `npm test [-- FILE...]`, `npm run test:all`: one PostgreSQL for the whole run, a separate database for each file. */
const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'quoin-test-'))
const isComplete = process.argv.includes('--all')
const given = process.argv.slice(2).filter((word) => word !== '--all')
/** The slowest files. They start first, so that no processor waits for one of them at the end. */
const LONGEST =
  /\/(process(es\/[\w-]+)?|stalls|guides|memory|kills|nodes|faults|readiness|guards|access-matrix|properties|demo-data|closing|all-retries|write-races)\.test\.ts$/
/**
 * Files that only `npm run test:all` and CI run: they start, kill and stall processes repeatedly, generate or race requests, or test
 * one platform in depth (`connectors/conformance` tests what all platforms have in common).
 */
const SLOW = [
  'commands/{backup*,keys}',
  'connectors/!(conformance)',
  'domains/billing/payments/kills',
  'domains/data/{data-jobs,workflows}/kills',
  'domains/identity/oauth-kills',
  'domains/social/{inbox,media}/kills',
  'domains/social/demo-data',
  'domains/social/media/fairness',
  'domains/social/posts/{kills,model,races}',
  'http/{access-matrix,all-retries,docs,docs-examples,properties,slow-clients,stalls,write-races}',
  'kit/{master-key,memory}',
  'kit/postgres/{acknowledged,outages}',
  'operations/embedded/*',
  'ledger/{archive-backup,archive-kills,database-faults,nodes}',
  'processes/*',
  'queue/nodes',
  'rules/guides',
  'domains/data/lookups/separate-directory',
  'sources/directory/{import,move}*',
  'upgrade/*',
  'webhooks/{fairness,kills}',
]
  .map((name) => `server/test/${name}.test.ts`)
  .concat('cli/test/readme.test.ts')

function listFiles(): string[] {
  const files = globSync(
    ['server/{src,test}/**/*.test.ts', 'sdk/**/*.test.ts', 'cli/**/*.test.ts', 'portal/**/*.test.ts'],
    {
      cwd: root,
      exclude: isComplete ? [] : SLOW,
    },
  ).toSorted()
  return files.toSorted((a, b) => Number(LONGEST.test(b)) - Number(LONGEST.test(a)))
}

const sources = given.length > 0 ? given : listFiles()
// A few files start faster from their sources.
const bundle = given.length > 0 ? undefined : await bundleTests(root, sources)

/**
 * QUOIN_TEST_DATABASE_URL is the address of an existing server, such as a Citus coordinator, with the folder of its socket. Its user
 * quoin creates and drops databases there. The server is not stopped.
 */
function openGiven(url: string) {
  const folder = new URL(url).searchParams.get('host')
  if (!folder?.startsWith('/'))
    throw new Error(
      'Write QUOIN_TEST_DATABASE_URL as postgres:///postgres?host=/folder/of/socket: port 5432, user quoin.',
    )
  return { address: folder, stop: async () => {} }
}

// No data outlives the run, so PostgreSQL does not wait for the disk.
const givenUrl = process.env['QUOIN_TEST_DATABASE_URL']
// A server that a test starts would refuse it as an unknown setting.
delete process.env['QUOIN_TEST_DATABASE_URL']
const postgres = givenUrl
  ? openGiven(givenUrl)
  : await startEmbeddedPostgres({
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
Object.assign(process.env, {
  // About 350 processes load the same modules. Without the compile cache this takes twice the processor time; resolving symbolic
  // links is a sixth of it.
  NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
  TEST_POSTGRES: postgres.address.replace('?quoin', ''),
  ...(bundle && { TEST_BUNDLE: bundle }),
})

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
const groups = bundle ? groupFiles(root, sources, LONGEST) : sources.map((file) => [file])
const isGood = await runFiles({
  root,
  files: groups.map((group, index) => (bundle ? writeGroup(bundle, group, index) : join(root, ...group))),
  groups,
  // Kill tests, browsers and other servers use more than one processor each. The other files mostly wait.
  concurrency: isComplete || given.length > 0 ? 3 : 4,
  signal: stop.signal,
})
if (given.length === 0 && !isComplete)
  process.stdout.write(
    'Kills, stalls, restarts, guides and single platforms were left out: `npm run test:all` runs them too, as CI does.\n',
  )
await postgres.stop()
for (const folder of [scratch, bundle]) if (folder) rmSync(folder, { recursive: true, force: true })
process.exit(isGood ? 0 : 1)
