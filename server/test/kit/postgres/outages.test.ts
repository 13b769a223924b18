import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '../../../src/http/catalogue.ts'
import { systemClock } from '../../../src/kit/clock.ts'
import { connect, isUnavailable, type Pool, transaction } from '../../../src/kit/postgres/db.ts'
import { createLedger } from '../../../src/ledger/ledger.ts'
import { registerNode } from '../../../src/ledger/node.ts'
import { checkInvariants } from '../../../src/ledger/verify.ts'
import { type DatabaseProxy, startProxy } from '../../support/faults/proxy.ts'
import { atEnd, boot, freshDatabase, type Reply, until, type World } from '../../support/harness.ts'
import { meteredRoutes } from '../../support/metered-routes.ts'

const address = await freshDatabase()
const proxies = [await startProxy(address), await startProxy(address)] as const
const direct = connect(address, { max: 2, name: 'test' })
atEnd(() => direct.end({ timeout: 1 }))

function open(url: string, max = 2): Pool {
  const db = connect(url, { max })
  atEnd(() => db.end({ timeout: 1 }))
  return db
}

/** Returns an address with both proxies, as two servers of one database. */
function both(): string {
  const [one, two] = proxies.map(({ url }) => new URL(url))
  return `postgres://quoin@${one?.host},${two?.host}${one?.pathname}`
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

function pass(): void {
  for (const proxy of proxies) proxy.pass()
}

const BOOT = {
  clock: systemClock,
  routes: [...routes, ...meteredRoutes],
  env: { LOG_LEVEL: 'silent', CALL_SECONDS: '5' },
}

/** Allows for a busy machine, on which everything takes longer. Earlier, a frozen server took a minute. */
const SOON_SECONDS = 8

describe('an unavailable server', () => {
  const faults: [string, (proxy: DatabaseProxy) => void][] = [
    ['is frozen', (proxy) => proxy.freeze()],
    ['refuses connections', (proxy) => proxy.refuse()],
  ]
  for (const [how, fail] of faults)
    test(`a server that ${how} fails statements and transactions soon, and serves again when it is back`, async () => {
      const db = open(proxies[0].url, 3)
      await db`select 1`
      fail(proxies[0])
      const work = [
        assert.rejects(async () => db`select 1`, isUnavailable),
        assert.rejects(
          transaction(db, async (tx) => tx`select 1`),
          isUnavailable,
        ),
      ]
      assert.ok((await measureSeconds(() => Promise.all(work))) < SOON_SECONDS)
      assert.ok((await measureSeconds(() => assert.rejects(async () => db`select 1`, isUnavailable))) < SOON_SECONDS)
      pass()
      await until('the server', () =>
        db`select 1`.then(
          () => true,
          () => false,
        ),
      )
    })

  test('a slow statement is not mistaken for a frozen server', async () => {
    const db = open(proxies[0].url)
    const slow = db`select pg_sleep(5)`
    await db`select 1`
    assert.equal((await slow).count, 1)
  })

  test('of several servers, a frozen or unavailable one does not keep the others from serving', async () => {
    for (const [, fail] of faults) {
      fail(proxies[0])
      assert.ok((await measureSeconds(async () => open(both())`select 1`)) < 2)
      pass()
    }
  })

  test('connections move to the available server when theirs is gone', async () => {
    const db = open(both())
    await db`select 1`
    for (const [, fail] of faults)
      for (const gone of proxies) {
        fail(gone)
        const moved = () =>
          db`select 1`.then(
            () => true,
            () => false,
          )
        assert.ok((await measureSeconds(() => until('the other server', moved))) < SOON_SECONDS)
        pass()
      }
  })
})

test('while the database is unavailable every call gets 503 with Retry-After soon, and a keyed retry is charged once', async () => {
  const world = await boot({ ...BOOT, address: proxies[0].url })
  const key = (n: number) => ({ 'idempotency-key': `away-${n}` })
  const find = (n: number) => world.live('POST', '/v1/demo/find', { wait: 300 }, key(n))
  assert.equal((await find(0)).status, 200)
  const running = [1, 2, 3].map(find)
  const readHeldCredits = async () =>
    (await direct`select held from wallets where workspace_id = ${world.workspaceId}`)[0]?.['held']
  await until('the holds', async () => (await readHeldCredits()) === 15)
  proxies[0].freeze()
  const began = performance.now()
  const others = [
    world.live('GET', '/v1/profiles'),
    world.live('POST', '/v1/profiles', { name: 'Example' }, key(9)),
    find(4),
  ]
  const late: number[] = []
  const replies = await Promise.all(
    [...running, ...others].map(async (call) => {
      const reply: Reply = await call
      late.push((performance.now() - began) / 1000)
      return reply
    }),
  )
  for (const { status, headers, text } of replies)
    assert.deepEqual([status, headers.get('retry-after')], [503, '1'], text)
  assert.ok(Math.max(...late) < SOON_SECONDS, late.join())
  pass()
  for (const n of [1, 2, 3, 4]) {
    const answered = async () => {
      const { status } = await find(n)
      // A hold that reached the frozen server is created after it resumes, too late for its call: it ends like any other.
      if (n === 4) await world.ctx.ledger.sweep()
      return status === 200
    }
    await until(`call ${n}`, answered)
  }
  await until('no hold', async () => (await world.ctx.ledger.sweep()) >= 0 && (await readHeldCredits()) === 0)
  const [wallet] = await direct`select spent from wallets where workspace_id = ${world.workspaceId}`
  assert.equal(wallet?.['spent'], 25)
})

for (const [path, statement] of [
  ['/v1/demo/find', 'ledger_close'],
  ['/v1/demo/local', 'ledger_charge'],
] as const) {
  const readWallet = async ({ workspaceId }: World) => {
    const [wallet] = await direct`
      select available, held, spent, granted from wallets where workspace_id = ${workspaceId}`
    return { ...wallet }
  }

  test(`a keyless call to ${path} fails soon while the database is unavailable, and costs nothing although it was charged`, async () => {
    const world = await boot({ ...BOOT, address: proxies[0].url })
    const before = await readWallet(world)
    proxies[0].cutAnswersTo(statement, 1, { refusesThen: true })
    const began = performance.now()
    const { status, text, headers } = await world.live('POST', path, {})
    assert.deepEqual([status, headers.get('retry-after'), headers.get('x-credits-charged')], [503, '1', '0'], text)
    assert.ok((performance.now() - began) / 1000 < SOON_SECONDS)
    assert.equal((await readWallet(world))['spent'], 5, 'it was charged')
    pass()
    await until('the refund', async () => (await readWallet(world))['available'] === before['available'])
    assert.deepEqual(await checkInvariants(direct), [])
    assert.equal((await world.live('POST', path, {})).status, 200)
  })

  test(`a keyless call to ${path} is not charged when its statement reaches the database late`, async () => {
    const world = await boot({ ...BOOT, address: proxies[0].url })
    const before = await readWallet(world)
    const calls = [1, 2, 3].map(() => world.live('POST', path, { wait: 300 }))
    if (path === '/v1/demo/find') await until('the holds', async () => (await readWallet(world))['held'] === 15)
    proxies[0].freeze()
    const began = performance.now()
    for (const { status, text } of await Promise.all(calls)) assert.equal(status, 503, text)
    assert.ok((performance.now() - began) / 1000 < SOON_SECONDS)
    pass()
    const isWhole = async () => {
      const { available, held } = await readWallet(world)
      return available === before['available'] && held === 0
    }
    await until('all credits', isWhole)
    // The frozen server has finished its remaining work, which changed nothing.
    assert.equal((await world.live('POST', path, { find: 0 })).status, 200)
    assert.ok(await isWhole())
    assert.deepEqual(await checkInvariants(direct), [])
  })
}

test('after an outage of the database no process releases holds of others before they could renew their leases', async () => {
  const { ctx } = await boot({ address, clock: systemClock, env: { LOG_LEVEL: 'silent' } })
  const pool = open(proxies[1].url, 3)
  // The node waits for half a lease: long enough for a slow machine to check in time.
  const node = await registerNode({ db: pool, log: ctx.log, leaseSeconds: 8 })
  const ledger = await createLedger({ db: pool, clock: ctx.clock, ids: ctx.ids, log: ctx.log, node })
  atEnd(async () => {
    await ledger.close()
    await node.close()
  })
  await until('a steady node', () => node.isSteady)
  const [dead] = await direct<[{ epoch: number }]>`
    insert into nodes (lease_ends_at) values (now() + interval '1 second') returning epoch`
  proxies[1].refuse()
  await until('the loss', () => !node.isSteady)
  await until('the end of the lease', async () => {
    const [row] = await direct`select lease_ends_at < now() as over from nodes where epoch = ${dead.epoch}`
    return row?.['over'] === true
  })
  pass()
  const isKnown = async () => (await direct`select from nodes where epoch = ${dead.epoch}`).length > 0
  let wasSteady: boolean | undefined
  const sweep = async () => {
    wasSteady = node.isSteady
    await ledger.sweep()
    return true
  }
  await until('the database', () => sweep().catch(() => false))
  assert.equal(wasSteady, false)
  assert.ok(await isKnown(), 'it was taken for dead at once')
  await until('the sweep', async () => (await sweep()) && !(await isKnown()))
  assert.equal(wasSteady, true)
})
