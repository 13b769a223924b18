import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { grantCredits } from '../server/src/domains/billing/credits/grants.ts'
import { reconcileJob } from '../server/src/domains/social/posts/contract/jobs.ts'
import { connect, transaction } from '../server/src/kit/postgres/db.ts'
import { checkInvariants } from '../server/src/ledger/verify.ts'
import { checkPlacement } from '../server/src/operations/citus/check.ts'
import { distribute } from '../server/src/operations/citus/distribute.ts'
import { PLACES } from '../server/src/operations/citus/placement.ts'
import { migrate, readSchema } from '../server/src/operations/schema/migrate.ts'
import { enqueue } from '../server/src/queue/queue.ts'
import { backupFolder, commandsFor } from '../server/test/support/backup-scene.ts'
import { listNodes } from '../server/test/support/citus-databases.ts'
import { addPeople, examplePerson } from '../server/test/support/directory-people.ts'
import { bootPosts } from '../server/test/support/post-scene.ts'
import { countTasks, recordStatements } from '../server/test/support/statements.ts'

/** Needs an existing cluster: `QUOIN_TEST_DATABASE_URL=postgres:///postgres?host=/folder/of/socket npm run test:peers`. */
const admin = connect(`${process.env['TEST_POSTGRES']}?postgres`, { max: 1 })
const isCitus = (await listNodes(admin)).length > 1
await admin.end()
const skip = isCitus ? false : 'needs QUOIN_TEST_DATABASE_URL with the coordinator of a Citus cluster and its workers'

/** Statements for all workspaces: one that each process reads once, and one that writes all keys every 5 seconds. */
const OF_ALL_WORKSPACES = /^(select workspace_id, threshold from auto_topups$|update api_keys k set last_used_at )/

test('no statement of a metered call or of a post queries every shard', { skip }, async () => {
  const world = await bootPosts()
  const { ctx, db, live, workspaceId } = world
  await grantCredits(ctx, db, workspaceId, { kind: 'manual', source: 'tests', amount: 1000, expiresAt: null })
  await addPeople(ctx, 'crm', [examplePerson(1)])
  const account = await world.newAccount()
  const fresh = world.client(await world.key())
  const statements = await recordStatements(async () => {
    const found = await fresh('POST', '/v1/data/contacts/find-email', { query: 'Ada Example b1, widgets.example' })
    assert.equal(found.status, 200, found.text)
    const again = { 'idempotency-key': 'once' }
    for (let n = 0; n < 2; n++)
      assert.equal((await live('POST', '/v1/data/search/people', { query: 'Example', limit: 1 }, again)).status, 200)
    const post = await world.post({
      content: 'Hello',
      targets: [{ account_id: account.id }],
    })
    await world.pass(60, 3)
    assert.equal((await world.read(post.id)).targets[0].status, 'published')
    for (const path of ['/v1/credits', '/v1/posts?limit=10', '/v1/accounts?limit=10', '/v1/profiles?limit=10'])
      assert.equal((await live('GET', path)).status, 200)
  })
  assert.ok(statements.some(({ text }) => text.includes('ledger_')))
  // The sandbox platform runs in this process too; its statements are not ours.
  const ours = statements.filter(({ text }) => !text.includes('sandbox_'))
  const counted = await countTasks(db.options.config.database, ours)
  assert.deepEqual(
    counted.filter(({ text, tasks }) => tasks > 1 && !OF_ALL_WORKSPACES.test(text)),
    [],
  )
  assert.ok(counted.filter(({ tasks }) => tasks === 1).length > 10)
  assert.deepEqual(await checkInvariants(db), [])
})

test('distributing again changes nothing, and the table of a later migration is distributed', { skip }, async () => {
  const { db } = await bootPosts()
  const [ok, text = ''] = (await checkPlacement(db)) ?? []
  assert.equal(ok, true, text)
  assert.match(text, /3 on every node.* shards of .* times its share/)
  assert.ok(text.includes(` ${PLACES.distributed.length} tables distributed`), text)
  const one = connect(`${process.env['TEST_POSTGRES']}?${db.options.config.database}`, { max: 1 })
  const nothing = { distributed: [], reference: [], functions: [], dropped: [] }
  assert.deepEqual(await distribute(one, { shards: 4 }), nothing)
  await one.end()
})

test('a migration changes distributed tables, and a table that it creates is distributed', { skip }, async () => {
  const { db, live } = await bootPosts()
  const one = connect(`${process.env['TEST_POSTGRES']}?${db.options.config.database}`, { max: 1 })
  const schema = readSchema()
  // Makes saved searches look like a migration that came after the tables were distributed.
  const later = {
    id: 9999,
    name: '9999_later.sql',
    hash: 'later',
    text: `
      alter table posts add column later text;
      create index posts_later on posts (workspace_id, later);
      alter table posts add constraint posts_later_check check (later <> '');
      drop table saved_searches;
      create table saved_searches (workspace_id text not null, id text not null, primary key (workspace_id, id));
      alter table saved_searches add constraint saved_searches_workspace_fkey foreign key (workspace_id) references workspaces (id);
      create table later_notes (id text primary key);`,
    kind: null,
    since: null,
  }
  assert.deepEqual(await migrate(one, { ...schema, migrations: [...schema.migrations, later] }), [later.name])
  assert.equal((await checkPlacement(db))?.[0], true)
  assert.equal((await live('GET', '/v1/posts')).status, 200)
  await one.end()
})

test('a change and its job commit in two phases, on the worker and on the coordinator', { skip }, async () => {
  const { ctx, db, workspaceId } = await bootPosts()
  const countPrepared = async () =>
    (await db<[{ count: number }]>`select count(*) as count from pg_dist_transaction`)[0].count
  const before = await countPrepared()
  await transaction(db, async (tx) => {
    await tx`update wallets set price_book = null where workspace_id = ${workspaceId}`
    await enqueue(ctx, tx, reconcileJob, { target_id: 'tgt_none', generation: 0 }, { workspaceId })
  })
  assert.ok((await countPrepared()) > before)
})

test('a backup of the distributed database is refused, and nothing is written', { skip }, async () => {
  const { db } = await bootPosts()
  const folder = join(backupFolder(), 'first')
  const address = `${process.env['TEST_POSTGRES']}?${db.options.config.database}`
  await assert.rejects(commandsFor(address)('backup', folder), /no common snapshot.*citus_create_restore_point/s)
  assert.equal(existsSync(folder), false)
})
