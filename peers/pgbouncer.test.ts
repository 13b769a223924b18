import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../server/src/kit/clock.ts'
import { connect } from '../server/src/kit/postgres/db.ts'
import { assertReachable } from '../server/src/kit/postgres/reachable.ts'
import { checkInvariants } from '../server/src/ledger/verify.ts'
import { migrate } from '../server/src/operations/schema/migrate.ts'
import { connectSandbox, createProfile } from '../server/test/support/account-scene.ts'
import { findWrongs, openCustomers, quiet, startLoad } from '../server/test/support/faults/load.ts'
import { startVictim } from '../server/test/support/faults/victim.ts'
import { atEnd, createClient, testContext, until } from '../server/test/support/harness.ts'
import { startReceiver } from '../server/test/support/receiver.ts'
import { whyMissing } from './debian.ts'
import { PGBOUNCER, startPgBouncer } from './pgbouncer.ts'
import { ownerUrl, POSTGRES_BIN, startPostgres } from './postgres-server.ts'

const skip =
  (await whyMissing(`${POSTGRES_BIN}/postgres`, ['postgresql-15'])) ??
  (await whyMissing(PGBOUNCER, ['pgbouncer'])) ??
  false

const POSTS = 30

test('behind PgBouncer, a connection that breaks off leaves no results to the next one', { skip }, async () => {
  const server = await startPostgres()
  const sessionAddress = ownerUrl(server)
  const pooled = await startPgBouncer(server, 1)
  const dying = connect(pooled, { sessionAddress, max: 1 })
  const next = connect(pooled, { sessionAddress, max: 1 })
  atEnd(() => next.end({ timeout: 1 }))
  const first = Promise.resolve(dying`select ${'first'}::text`)
  const ended = assert.rejects(Promise.resolve(dying`select pg_sleep(1), ${'second'}::text as name`), /connection/i)
  await first
  await dying.end({ timeout: 0 })
  await ended
  for (const name of ['third', 'fourth', 'fifth'])
    assert.deepEqual([...(await next`select ${name}::text as name`)], [{ name }])
})

test('behind PgBouncer in transaction mode, killing one of two processes loses nothing, repeats nothing and causes no 503', {
  skip,
}, async (t) => {
  const server = await startPostgres()
  const DATABASE_SESSION_URL = ownerUrl(server)
  const pooled = await startPgBouncer(server, 10)
  const db = connect(DATABASE_SESSION_URL, { max: 3, name: 'test' })
  atEnd(() => db.end({ timeout: 1 }))
  await migrate(db)
  const ctx = await testContext({ address: DATABASE_SESSION_URL, clock: systemClock })
  const customers = await openCustomers(ctx, 3)
  const env = { DATABASE_SESSION_URL, NODE_LEASE_SECONDS: '3' }
  const [stays, goes] = await Promise.all([startVictim(pooled, env), startVictim(pooled, env)])
  const urls = [stays.url, goes.url]

  await t.test('a server without DATABASE_SESSION_URL says what to set', async () => {
    await assert.rejects(assertReachable(pooled), /is a pooler\. Set DATABASE_SESSION_URL/)
  })

  let calls = 0
  const load = startLoad(customers, 8, async () => urls[calls++ % urls.length] ?? '')
  const receiver = await startReceiver()
  const live = createClient(stays.url, customers[0]?.liveKey ?? '')
  const endpoint = await live('POST', '/v1/webhooks', { url: receiver.url, events: ['post.published'] })
  assert.equal(endpoint.status, 201, endpoint.text)
  const account = await connectSandbox(live, { profileId: await createProfile(live) })
  const made: string[] = []
  for (let n = 0; n < POSTS; n++) {
    // The second process is killed while both publish, deliver and charge.
    if (n === POSTS / 2) {
      urls.pop()
      await goes.kill()
    }
    const post = await live('POST', '/v1/posts', { content: `post ${n}`, targets: [{ account_id: account.id }] })
    assert.equal(post.status, 201, post.text)
    made.push(post.body.id)
  }
  await until('every post', async () => {
    const posts = await Promise.all(made.map((id) => live('GET', `/v1/posts/${id}`)))
    return posts.every(({ body }) => body.status === 'published')
  })
  const collectEventIds = () => new Set(receiver.hits.map(({ body }) => JSON.parse(body).id))
  await until('every event', () => collectEventIds().size >= POSTS)
  const shown = await db<{ content: string }[]>`select body as content from sandbox_posts`
  assert.equal(shown.length, POSTS)
  assert.equal(new Set(shown.map(({ content }) => content)).size, POSTS)

  await load.finish()
  await quiet(db)
  assert.deepEqual(await checkInvariants(db), [])
  assert.deepEqual(await findWrongs(db, load.operations), [])
  const statuses = load.operations.flatMap((operation) => operation.statuses)
  assert.deepEqual(
    statuses.filter((status) => status === 503),
    [],
  )
  t.diagnostic(`${load.operations.length} metered operations, ${receiver.hits.length} webhooks`)
  const locks = await db`
    select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and a.state = 'idle' and a.application_name = 'quoin'`
  assert.equal(locks.length, 0, 'a session lock stayed on a pooled connection')
})
