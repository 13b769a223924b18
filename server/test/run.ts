import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { bundleTests } from './bundle.ts'
import { groupFiles, writeGroup } from './groups.ts'
import { runFiles } from './run-files.ts'

/** `npm test [-- FILE...]`, `npm run test:all`: one PostgreSQL for the whole run, a database of its own for every file. */
const root = join(import.meta.dirname, '../..')
const scratch = mkdtempSync(join(tmpdir(), 'quoin-test-'))
const isComplete = process.argv.includes('--all')
const given = process.argv.slice(2).filter((word) => word !== '--all')
/** The files that take longest, so that none of them is left for the end, when one processor would wait. */
const LONGEST =
  /\/(process(es\/[\w-]+)?|stalls|guides|memory|kills|nodes|faults|readiness|guards|access-matrix|properties|demo-data|closing|all-retries|write-races)\.test\.ts$/
/**
 * `npm test` leaves these to `npm run test:all` and CI: they start, kill and stall processes again and again, make up or race requests,
 * or go through one platform in depth (what all platforms promise is in `connectors/conformance`).
 */
const SLOW = [
  'commands/{backup*,keys}',
  'connectors/!(conformance)',
  'domains/billing/payments/kills',
  'domains/data/{data-jobs,workflows}/kills',
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
// A few files start sooner from their sources.
const bundle = given.length > 0 ? undefined : await bundleTests(root, sources)

/**
 * QUOIN_TEST_DATABASE_URL names a server of one's own, such as a Citus coordinator, by the folder of its socket: its user quoin
 * makes and drops databases there. It is not stopped.
 */
function openGiven(url: string) {
  const folder = new URL(url).searchParams.get('host')
  if (!folder?.startsWith('/'))
    throw new Error(
      'Write QUOIN_TEST_DATABASE_URL as postgres:///postgres?host=/folder/of/socket: port 5432, user quoin.',
    )
  return { address: folder, stop: async () => {} }
}

// Nothing here outlives the run, so nothing has to survive a power cut: the tests wait for no disk.
const givenUrl = process.env['QUOIN_TEST_DATABASE_URL']
// A server that a test starts would take it for a setting that does not exist.
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
  // Some 350 processes load the same modules: without compiled code in a cache that takes twice the processor time, and
  // looking for links in every path is a sixth of it.
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
  // Kills, browsers and other servers take more than a processor each; what is left also waits.
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
