import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { systemClock } from '../../src/kit/clock.ts'
import { transaction } from '../../src/kit/postgres/db.ts'
import { GiveUp, handler, type JobSpec, job } from '../../src/queue/job.ts'
import { cancel, enqueue, enqueueAll } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { freshDatabase, testContext, until } from '../support/harness.ts'

const silent = { env: { LOG_LEVEL: 'silent' } }
const ctx = await testContext(silent)
const { db, clock } = ctx
const Step = Type.Object({ key: Type.String(), n: Type.Integer() })
type Step = { key: string; n: number }
const after = (ms: number) => new Date(clock.now().getTime() + ms)

let kinds = 0
const declare = (spec: Partial<JobSpec<typeof Step>> = {}) => job({ id: `keys.kind${kinds++}`, payload: Step, ...spec })

test('jobs of one key run one at a time in order; other keys and keyless jobs do not wait for them', async () => {
  const declared = declare({ concurrency: 50 })
  const orders = new Map<string, number[]>()
  const running = new Set<string>()
  let mostAtOnce = 0
  const one = handler(declared, async ({ payload: { key, n } }) => {
    assert.ok(key === '' || !running.has(key), `two jobs of ${key} at once`)
    running.add(key === '' ? `free ${n}` : key)
    mostAtOnce = Math.max(mostAtOnce, running.size)
    orders.set(key, [...(orders.get(key) ?? []), n])
    await sleep(1)
    running.delete(key === '' ? `free ${n}` : key)
  })
  const items = ['a', 'b', 'c', 'd', ''].flatMap((key) =>
    Array.from({ length: 12 }, (_, n) => ({
      payload: { key, n },
      // Enqueued backwards, some with the same time: then the id decides.
      runAt: after(-1000 + Math.floor(n / 3)),
      ...(key && { key }),
      priority: n % 2 === 0 ? 5 : 2,
    })),
  )
  await enqueueAll(ctx, db, declared, items)
  const queue = await startQueue(ctx, { jobs: [one] })
  await queue.idle()
  await queue.stop()
  const inOrder = Array.from({ length: 12 }, (_, n) => n)
  for (const key of ['a', 'b', 'c', 'd']) assert.deepEqual(orders.get(key), inOrder, key)
  assert.equal(orders.get('')?.length, 12)
  assert.ok(mostAtOnce > 4, `only ${mostAtOnce} at once`)
})

test('the same key in another workspace is a different key', async () => {
  const declared = declare()
  const both = Promise.withResolvers<void>()
  let inside = 0
  const one = handler(declared, async () => {
    if (++inside === 2) both.resolve()
    await both.promise
  })
  for (const workspaceId of ['ws_1', 'ws_2'])
    await enqueue(ctx, db, declared, { key: 'k', n: 0 }, { workspaceId, key: 'k' })
  const queue = await startQueue(ctx, { jobs: [one] })
  await queue.idle()
  await queue.stop()
})

for (const blocking of [false, true])
  test(`a job that waits for its retry ${blocking ? 'delays' : 'does not delay'} the later jobs of its key when blocking is ${blocking}; a dead one never does`, async () => {
    const declared = declare({ blocking, retry: [10], jitter: 0 })
    const runs: string[] = []
    const one = handler(declared, async ({ payload: { n }, attempt }) => {
      runs.push(`${n}.${attempt}`)
      if (n === 1 && attempt === 1) throw new Error('once more')
      if (n === 2) throw new GiveUp('never')
    })
    for (const n of [1, 2, 3]) await enqueue(ctx, db, declared, { key: 'k', n }, { key: 'k', runAt: after(-100 + n) })
    const queue = await startQueue(ctx, { jobs: [one] })
    await queue.idle()
    clock.advance(10_000)
    await queue.idle()
    await queue.stop()
    assert.deepEqual(runs, blocking ? ['1.1', '1.2', '2.1', '3.1'] : ['1.1', '2.1', '3.1', '1.2'])
  })

test('canceling the job ahead lets the next one run', async () => {
  const declared = declare({ blocking: true, retry: [1e6] })
  const runs: number[] = []
  const one = handler(declared, async ({ payload: { n } }) => {
    runs.push(n)
    if (n === 1) throw new Error('stuck for days')
  })
  await enqueue(ctx, db, declared, { key: 'k', n: 1 }, { key: 'k', dedupe: 'first' })
  await enqueue(ctx, db, declared, { key: 'k', n: 2 }, { key: 'k' })
  const queue = await startQueue(ctx, { jobs: [one] })
  await queue.idle()
  assert.deepEqual(runs, [1])
  assert.equal(await cancel(db, 'system', declared, 'first'), true)
  await queue.idle()
  await queue.stop()
  assert.deepEqual(runs, [1, 2])
})

test('a long queue behind one key is parked once, and another job starts at once', async () => {
  const declared = declare({ concurrency: 5 })
  const line = declare({ concurrency: 5 })
  let hasStarted = false
  const gate = Promise.withResolvers<void>()
  const inLine = Promise.withResolvers<void>()
  const jobs = [
    handler(line, async () => {
      inLine.resolve()
      await gate.promise
    }),
    handler(declared, async () => {
      hasStarted = true
    }),
  ]
  await enqueueAll(
    ctx,
    db,
    line,
    Array.from({ length: 2000 }, (_, n) => ({ payload: { key: 'k', n }, key: 'k' })),
  )
  // The next poll comes long after `until` gives up.
  const queue = await startQueue(ctx, { jobs, pollMs: 600_000 })
  await inLine.promise
  const isParked = async () => (await db`select from jobs where job = ${line.id} and state = 'waiting'`).length === 0
  while (!(await isParked())) await sleep(10)
  await enqueue(ctx, db, declared, { key: '', n: 0 })
  await until('the other job to start', () => hasStarted)
  await db`delete from jobs where job = ${line.id} and state = 'parked'`
  gate.resolve()
  await queue.idle()
  await queue.stop()
})

test('under random work on three nodes no key runs twice at the same time, and no job is lost', async () => {
  const address = await freshDatabase()
  const nodes = await Promise.all([0, 1, 2].map(() => testContext({ address, clock: systemClock, ...silent })))
  const [first] = nodes
  assert.ok(first)
  const running = new Set<string>()
  const ended = new Map<number, number>()
  const work = async ({ key, n }: Step, attempt: number) => {
    assert.ok(!running.has(key), `two jobs of ${key} at once`)
    running.add(key)
    await sleep(Math.random() * 3)
    running.delete(key)
    if (attempt === 1 && n % 5 === 0) throw new Error('once more')
    ended.set(n, (ended.get(n) ?? 0) + 1)
  }
  const loose = declare({ retry: [0.02], concurrency: 20 })
  const strict = declare({ retry: [0.02], concurrency: 20, blocking: true })
  const queues = await Promise.all(
    nodes.map((node) =>
      startQueue(node, {
        jobs: [
          handler(loose, ({ payload, attempt }) => work(payload, attempt)),
          handler(strict, async ({ payload, attempt, complete }) => {
            await work(payload, attempt)
            await transaction(node.db, complete)
          }),
        ],
      }),
    ),
  )
  const total = 400
  for (let n = 0; n < total; n++) {
    const node = nodes[n % 3]
    assert.ok(node)
    const key = `key ${Math.floor(Math.random() ** 2 * 12)}`
    // Occasionally adds a job that belongs before those already waiting.
    const runAt = new Date(Date.now() + Math.round(Math.random() * 60 - 40))
    await enqueue(node, node.db, n % 2 ? loose : strict, { key, n }, { key, runAt, priority: n % 3 })
  }
  const left = () => first.db`select state, key, position_at, run_at from jobs order by key, position_at, id`
  await until('every job to end', async () => (await left()).length === 0)
  assert.deepEqual([ended.size, [...ended.values()].filter((times) => times !== 1)], [total, []])
  await Promise.all(queues.map((queue) => queue.stop()))
})

test('a claim reads a few rows, not the whole table, even if it was planned on an empty table', async () => {
  const own = await testContext({ address: await freshDatabase(), ...silent })
  const declared = declare({ concurrency: 50 })
  const queue = await startQueue(own, { jobs: [handler(declared, async () => {})] })
  await enqueue(own, own.db, declared, { key: '', n: 0 })
  await queue.idle()
  const items = Array.from({ length: 2000 }, (_, n) => ({
    payload: { key: `${n % 200}`, n },
    key: `${n % 200}`,
    workspaceId: 'ws_1',
  }))
  await enqueueAll(own, own.db, declared, items)
  await queue.idle()
  // A connection reports its reads when the server ends it, which happens after the client ends it.
  await queue.stop()
  const listOpen = () => own.db`
    select from pg_stat_activity where datname = current_database() and application_name like 'quoin queue%'`
  await until('the end of its connections', async () => (await listOpen()).length === 0)
  const [table] = await own.db<{ read: number }[]>`
    select idx_tup_fetch + seq_tup_read as read from pg_stat_user_tables where relname = 'jobs'`
  assert.ok(table && table.read > items.length && table.read < items.length * 20, `${table?.read} rows were read`)
})
