import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../server/src/kit/clock.ts'
import { connect, isUnavailable, type Pool } from '../server/src/kit/postgres/db.ts'
import { connectReads } from '../server/src/kit/postgres/pool/read-pool.ts'
import { assertReachable } from '../server/src/kit/postgres/reachable.ts'
import { newMasterKey } from '../server/src/kit/secrets.ts'
import { migrate } from '../server/src/operations/schema/migrate.ts'
import { importPeople } from '../server/src/sources/directory/import/import.ts'
import { syntheticItems } from '../server/src/sources/directory/import/synthetic.ts'
import { createCachedSearch } from '../server/src/sources/directory/search/cached-search.ts'
import { atEnd, createClient, until } from '../server/test/support/harness.ts'
import { firstRun, scratch, start } from '../server/test/support/processes.ts'
import { startReceiver } from '../server/test/support/receiver.ts'
import { whyMissing } from './debian.ts'
import {
  adminUrl,
  ownerUrl,
  POSTGRES_BIN,
  type PostgresServer,
  promote,
  startPostgres,
  startStandby,
} from './postgres-server.ts'

const skip = (await whyMissing(`${POSTGRES_BIN}/postgres`, ['postgresql-15'])) ?? false

function open(url: string): Pool {
  const db = connect(url, { max: 3 })
  atEnd(() => db.end({ timeout: 1 }))
  return db
}

const severalUrl = (...servers: PostgresServer[]) =>
  `postgres://quoin_owner@${servers.map(({ port }) => `127.0.0.1:${port}`).join()}/quoin`

/** Freezes a server and all its processes like a frozen machine: nothing responds and nothing closes. */
function freeze({ child }: PostgresServer): void {
  const all = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' }).split(/\s+/)
  for (const pid of [child.pid, ...all.filter(Boolean).map(Number)]) process.kill(pid as number, 'SIGSTOP')
}

async function write(db: Pool): Promise<boolean> {
  return db`insert into notes values ('written')`.then(
    () => true,
    (error: unknown) => {
      assert.ok(isUnavailable(error), String(error))
      return false
    },
  )
}

for (const how of ['killed', 'frozen'] as const)
  test(`writes go to the primary of several servers, and to the new one soon after the first is ${how}`, {
    skip,
  }, async (t) => {
    const primary = await startPostgres()
    const owner = open(ownerUrl(primary))
    await owner`create table notes (text text)`
    const standby = await startStandby(primary)

    const db = open(severalUrl(standby, primary))
    assert.equal(await write(db), true)
    await assert.rejects(assertReachable(ownerUrl(standby)), /is a standby, which accepts no writes/)

    if (how === 'killed') await primary.stop('SIGQUIT')
    else freeze(primary)
    const startedAt = performance.now()
    assert.equal(await write(db), false)
    assert.ok(performance.now() - startedAt < 8000)
    promote(standby)
    const promoted = performance.now()
    await until('a write', () => write(db))
    const seconds = (performance.now() - promoted) / 1000
    t.diagnostic(`writes again ${seconds.toFixed(2)} s after the promotion`)
    assert.ok(seconds < 3, `${seconds} s`)
  })

test('reads that may lag go to the replica while it responds, and otherwise to the primary', {
  skip,
}, async () => {
  const primary = await startPostgres()
  const db = open(ownerUrl(primary))
  await db`create table notes (text text)`
  const standby = await startStandby(primary)
  const reads = connectReads(db, ownerUrl(standby))
  atEnd(() => reads.end())
  const isReplica = async () => (await reads`select pg_is_in_recovery() as it`)[0]?.['it']
  assert.equal(await isReplica(), true)
  await db`insert into notes values ('seen')`
  await until('the replica', async () => (await reads`select from notes`).length === 1)
  await standby.stop('SIGQUIT')
  assert.equal(await isReplica(), false)
})

test('usage and the delivery log come from the replica, balances from the primary', { skip }, async () => {
  const primary = await startPostgres()
  const standby = await startStandby(primary)
  const admin = connect(adminUrl(standby), { max: 1, canBeStandby: true })
  atEnd(() => admin.end({ timeout: 1 }))
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const server = await start(data, {
    QUOIN_MASTER_KEY: newMasterKey(),
    DATABASE_URL: ownerUrl(primary),
    DATABASE_READ_URL: ownerUrl(standby),
  })
  await server.says(/first workspace/)
  const live = createClient(server.url, firstRun(data).live_key)
  const usage = async () => (await live('GET', '/v1/credits/usage')).body.credits as number
  const deliveries = async () => (await live('GET', '/v1/webhooks/deliveries')).body.data.length as number
  const receiver = await startReceiver()
  const made = await live('POST', '/v1/webhooks', { url: `${receiver.url}/hooks`, events: ['post.published'] })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  await until(
    'the replica',
    async () => (await live('GET', '/v1/webhooks/deliveries')).status === 200 && (await usage()) === 0,
  )

  await admin`select pg_wal_replay_pause()`
  await until('the pause', async () => {
    const [row] = await admin`select pg_get_wal_replay_pause_state() as state`
    return row?.['state'] === 'paused'
  })
  const { status, headers } = await live('POST', '/v1/data/search/people', { query: 'engineer', limit: 1 })
  assert.equal(status, 200)
  const charged = Number(headers.get('x-credits-charged'))
  assert.ok(charged > 0)
  const sent = await live('POST', `/v1/webhooks/${made.body.id}/test`)
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  assert.equal((await live('GET', '/v1/credits')).body.spent, charged)
  assert.deepEqual([await usage(), await deliveries()], [0, 0])
  await admin`select pg_wal_replay_resume()`
  await until('both', async () => (await usage()) === charged && (await deliveries()) === 1)
})

test('a search is served by the replica when it has every change, and by the primary while the replica lags', {
  skip,
}, async () => {
  const primary = await startPostgres()
  const db = open(ownerUrl(primary))
  await migrate(db)
  const standby = await startStandby(primary)
  const replica = connectReads(db, ownerUrl(standby), { max: 1, name: 'quoin replica' })
  atEnd(() => replica.end())
  const admin = connect(adminUrl(standby), { max: 1, canBeStandby: true })
  atEnd(() => admin.end({ timeout: 1 }))
  const search = createCachedSearch(db, { replica })
  const everyone = { workspaceId: '', query: '', filters: {}, limit: 100 }
  const bring = (seed: number) =>
    importPeople(db, systemClock, {
      id: `synthetic ${seed}`,
      source: 'synthetic',
      items: (from) => syntheticItems(50, seed, from),
    })
  const countFound = async () => {
    const { people } = await search(everyone)
    return people.length
  }
  const statementsOnReplica = async () => {
    const [row] = await admin`select query from pg_stat_activity where application_name = 'quoin replica'`
    return row?.['query'] as string | undefined
  }
  await bring(1)
  await admin`select pg_wal_replay_pause()`
  await until('the pause', async () => {
    const [row] = await admin`select pg_get_wal_replay_pause_state() as state`
    return row?.['state'] === 'paused'
  })
  await bring(2)
  // The replica has at most the first 50.
  assert.ok((await countFound()) > 50)
  assert.match((await statementsOnReplica()) ?? '', /directory_feed/)
  await admin`select pg_wal_replay_resume()`
  await until('a search by the replica', async () => {
    const found = await createCachedSearch(db, { replica })(everyone)
    assert.ok(found.people.length > 50)
    return /people/.test((await statementsOnReplica()) ?? '')
  })
})
