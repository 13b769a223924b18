import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkArchitecture, type SourceFile } from './architecture.ts'
import { checkTables, OWNERS } from './tables.ts'

const root = join(import.meta.dirname, '../../src')
const files = globSync('**/*.ts', { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('the source tree follows its rules', () => {
  assert.ok(files.length > 40)
  assert.deepEqual(checkArchitecture(files), [])
})

test('every table has an owner, and statements use tables of other slices only where this is listed', () => {
  const schema = readFileSync(join(root, '../../docs/schema.sql'), 'utf8')
  const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name)
  assert.deepEqual(Object.values(OWNERS).flat().toSorted(), tables.toSorted())
  assert.deepEqual(checkTables(files), [])
})

test('broken on purpose: a statement on a table of another slice', () => {
  const reads = { path: 'domains/data/lookups/sql.ts', text: 'db`select 1 from posts where id = 1`' }
  assert.deepEqual(checkTables([reads]), [
    'domains/data/lookups/sql.ts reads posts, which belongs to domains/social/posts',
  ])
  const writes = { path: 'domains/social/posts/sql/posts.ts', text: 'db`update accounts set status = 1`' }
  assert.deepEqual(checkTables([writes]), [
    'domains/social/posts/sql/posts.ts writes accounts, which belongs to domains/social/accounts',
  ])
})

/** Returns the whole tree with one file added, or one line added to a file. */
function withFile(path: string, text: string): string[] {
  const before = files.find((file) => file.path === path)?.text ?? ''
  const changed: SourceFile = { path, text: `${before}\n${text}` }
  return checkArchitecture([...files.filter((file) => file.path !== path), changed])
}

const broken: Record<string, [path: string, text: string, complaint: RegExp]> = {
  'the kit does not import domains': [
    'kit/ids.ts',
    "import { hasWorkspaces } from '../domains/identity/workspaces/service.ts'",
    /imports only go down/,
  ],
  'a type counts as an import': [
    'kit/ids.ts',
    "import type { Profile } from '../domains/identity/profiles/contract.ts'",
    /imports only go down/,
  ],
  'an import over several lines counts': [
    'kit/ids.ts',
    "import {\n  hasWorkspaces,\n} from '../domains/identity/workspaces/service.ts'",
    /imports only go down/,
  ],
  'a lazy import counts': [
    'kit/ids.ts',
    "const later = () => import('../domains/identity/workspaces/service.ts')",
    /imports only go down/,
  ],
  'a re-export counts': ['kit/ids.ts', "export { routes } from '../http/catalogue.ts'", /imports only go down/],
  'a domain does not know the front door': [
    'domains/identity/profiles/service.ts',
    "import { routes } from '../../../http/catalogue.ts'",
    /imports only go down/,
  ],
  'the front door does not know the commands': [
    'http/app.ts',
    "import { doctor } from '../commands/doctor.ts'",
    /imports only go down/,
  ],
  'nothing imports the roof': [
    'commands/doctor/doctor.ts',
    "import { runCommand } from '../../main.ts'",
    /imports only go down/,
  ],
  'the front door does not know how it is started': [
    'http/app.ts',
    "import { startServer } from '../serve.ts'",
    /imports only go down/,
  ],
  'the worker does not know the front door': [
    'worker/worker.ts',
    "import { routes } from '../http/catalogue.ts'",
    /rooms of one layer/,
  ],
  'connectors do not know the database': [
    'connectors/registry.ts',
    "import type { Db } from '../kit/postgres/db.ts'",
    /gets the world as arguments/,
  ],
  'connectors do not open network connections themselves': [
    'connectors/registry.ts',
    "const page = await fetch('https://example.com')",
    /reads the world/,
  ],
  'connectors do not know the queue': [
    'connectors/registry.ts',
    "import { enqueue } from '../queue/queue.ts'",
    /rooms of one layer/,
  ],
  'a domain does not use a later one': [
    'domains/identity/profiles/service.ts',
    "import { listKeys } from '../keys/service.ts'",
    /identity\/profiles comes before identity\/keys/,
  ],
  'social and data do not import each other': [
    'domains/data/lookups/consensus.ts',
    "import { createPost } from '../../social/posts/service.ts'",
    /data does not use social/,
  ],
  'data and social do not import each other': [
    'domains/social/posts/create.ts',
    "import { runLookup } from '../../data/lookups/service.ts'",
    /social does not use data/,
  ],
  'billing comes before the webhooks API': [
    'domains/billing/credits/balance.ts',
    "import { listDeliveries } from '../../webhooks/deliveries.ts'",
    /billing does not use webhooks/,
  ],
  'social emits events through the engine, not through the API': [
    'domains/social/posts/create.ts',
    "import { createWebhook } from '../../webhooks/endpoints.ts'",
    /social does not use webhooks/,
  ],
  'engines do not know each other': [
    'webhooks/emit.ts',
    "import { enqueue } from '../queue/queue.ts'",
    /rooms of one layer/,
  ],
  'social does not charge credits itself': [
    'domains/social/posts/create.ts',
    "import { bookFor } from '../../billing/credits/published-books.ts'",
    /social does not use billing/,
  ],
  "a domain does not use another's SQL": [
    'domains/identity/keys/service.ts',
    "import { findProfile } from '../profiles/sql.ts'",
    /others use only its contract and service.ts/,
  ],
  "a domain does not use another's routes": [
    'domains/identity/keys/service.ts',
    "import { profileRoutes } from '../profiles/routes.ts'",
    /others use only its contract and service.ts/,
  ],
  "a domain does not use another's jobs": [
    'domains/identity/keys/service.ts',
    "import { tidy } from '../profiles/jobs.ts'",
    /others use only its contract and service.ts/,
  ],
  'other slices import only the files that a slice offers': [
    'domains/social/posts/check.ts',
    "import { renewTokens } from '../accounts/tokens/renew.ts'",
    /of social\/accounts others use only its contract.*accounts.ts/,
  ],
  "the front door does not use a domain's SQL": [
    'http/execute.ts',
    "import { findProfile } from '../domains/identity/profiles/sql.ts'",
    /a domain's SQL is its own/,
  ],
  'a request does not use the code of the worker': [
    'domains/social/posts/create.ts',
    "import { publishTarget } from './publishing/publish.ts'",
    /only the worker's code and jobs.ts use it/,
  ],
  'the front door does not use the code of the worker': [
    'http/app.ts',
    "import type { PublishOutcome } from '../domains/social/posts/publishing/publish-outcome.ts'",
    /only the worker's code and jobs.ts use it/,
  ],
  'sql.ts imports no package': [
    'domains/identity/keys/sql.ts',
    "import { ulid } from 'ulid'",
    /sql.ts imports only the kit/,
  ],
  'sql.ts does not know the driver': [
    'domains/identity/keys/sql.ts',
    "import type { Client } from 'pg'",
    /sql.ts imports only the kit/,
  ],
  'sql.ts does not import its service': [
    'domains/identity/keys/sql.ts',
    "import { createKey } from './service.ts'",
    /sql.ts imports only the kit/,
  ],
  'sql.ts uses no value of a contract': [
    'domains/identity/keys/sql.ts',
    "import { keys } from './contract.ts'",
    /sql.ts imports only the kit/,
  ],
  'a file of a sql folder is SQL too': [
    'domains/identity/keys/sql/hashes.ts',
    "import { ulid } from 'ulid'",
    /sql.ts imports only the kit/,
  ],
  'a service holds no SQL': [
    'domains/identity/keys/service.ts',
    'const rows = await db<Row[]>`\n  select * from api_keys`',
    /holds SQL/,
  ],
  'the roof holds no SQL': ['serve.ts', 'await ctx.db`select 1`', /holds SQL/],
  'no code hands text to the database': ['http/execute.ts', "await db.unsafe('drop table profiles')", /holds SQL/],
  'a contract reads no clock': ['domains/identity/keys/contract.ts', 'export const born = Date.now()', /not pure/],
  'a contract reads no environment': [
    'domains/identity/keys/contract.ts',
    "const home = process.env['HOME']",
    /not pure/,
  ],
  'a contract imports no part of Node': [
    'domains/identity/keys/contract.ts',
    "import { randomBytes } from 'node:crypto'",
    /not pure.*node:crypto/,
  ],
  'a contract does not reach the database through others': [
    'domains/identity/keys/contract.ts',
    "import { createProfile } from '../profiles/service.ts'\nimport { connect } from '../../../kit/postgres/db.ts'",
    /not pure.*imports pg/,
  ],
  'a new folder needs a layer': ['services/thing.ts', '', /no layer lists/],
  'a new slice must be listed in the order': ['domains/billing/invoices/service.ts', '', /the order does not list/],
  'a file of 401 lines is too long': ['kit/long.ts', 'x\n'.repeat(400), /has 401 lines/],
  'a test may be too long as well': ['kit/long.test.ts', 'x\n'.repeat(400), /has 401 lines/],
  'two files do not import each other': ['kit/clock.ts', "import { createIds } from './ids.ts'", /import each other/],
  'a type closes a circle too': ['kit/clock.ts', "import type { Ids } from './ids.ts'", /import each other/],
  'a circle may have more than two files': [
    'kit/clock.ts',
    "import type { Context } from './context.ts'",
    /kit\/clock\.ts, kit\/context\.ts.* import each other/,
  ],
  'a barrel hides where things are defined': [
    'domains/identity/keys/service.ts',
    "export { listProfiles } from '../profiles/service.ts'",
    /re-exports/,
  ],
  'a barrel of types is one too': ['kit/ids.ts', "export type { Db } from './postgres/db.ts'", /re-exports/],
  'five parameters are an object': [
    'kit/ids.ts',
    'export function make(a: string, b: { c: number; d: string }, e: Map<string, number>, f = 1, g?: string) {}',
    /make has 5 parameters/,
  ],
  'six parameters are an object even after ctx and db': [
    'kit/ids.ts',
    'async function change(ctx: Context, db: Db, workspaceId: string, id: string, body: Body, now: Date) {}',
    /change has 6 parameters/,
  ],
  'a default export has no name': ['kit/nameless.ts', 'export default 1', /default export/],
  'a renamed default export is one too': ['kit/nameless.ts', 'export { a as default }', /default export/],
}

for (const [rule, [path, text, complaint]] of Object.entries(broken))
  test(`broken on purpose: ${rule}`, () => {
    const complaints = withFile(path, text)
    assert.ok(
      complaints.some((said) => complaint.test(said)),
      `said ${JSON.stringify(complaints)}`,
    )
  })

const fine: Record<string, [path: string, text: string]> = {
  'a later domain uses an earlier service': [
    'domains/billing/credits/balance.ts',
    "import { listKeys } from '../../identity/keys/service.ts'",
  ],
  'code in the text of a declaration is not SQL': [
    'domains/identity/keys/contract.ts',
    "const says = 'Signed: `v1` with the new secret.'",
  ],
  'prose about selecting is not SQL': ['http/system/mount.ts', 'const says = `select one of these`'],
  'a default export in a string does not count': ['kit/text.ts', 'const source = `\nexport default 1\n`'],
  'the five parameters of the convention': [
    'kit/ids.ts',
    'export async function change(ctx: Context, db: Db, workspaceId: string, id: string, body: Body) {}',
  ],
  'a file of 400 lines': ['kit/long.ts', 'x\n'.repeat(399)],
  'a contract uses the type of anything below': [
    'domains/identity/keys/contract.ts',
    "import type { Db } from '../../../kit/postgres/db.ts'",
  ],
  'the SQL of a slice uses the types of its contract': [
    'domains/identity/keys/sql.ts',
    "import type { Key } from './contract.ts'",
  ],
  'a test beside its file may import what it needs': [
    'kit/ids.test.ts',
    "import { boot } from '../support/harness.ts'\nimport { routes } from '../http/catalogue.ts'",
  ],
}

for (const [what, [path, text]] of Object.entries(fine))
  test(`allowed: ${what}`, () => assert.deepEqual(withFile(path, text), []))
