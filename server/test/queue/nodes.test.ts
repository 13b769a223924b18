import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { systemClock } from '../../src/kit/clock.ts'
import { handler, job } from '../../src/queue/job.ts'
import { enqueue, enqueueAll, pause, resume } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { timer } from '../../src/queue/timers.ts'
import { effectJob } from '../support/effect-job.ts'
import { freshDatabase, testContext, until } from '../support/harness.ts'
import { programFile } from '../support/processes.ts'

const silent = { env: { LOG_LEVEL: 'silent' } }
const LEASE_SECONDS = 1
const REAP_SECONDS = 0.3

const address = await freshDatabase()
const ctx = await testContext({ address, clock: systemClock, ...silent })
const { db } = ctx
await db`
  create table starts (job_id bigint not null, pid integer not null, at timestamptz not null default clock_timestamp())`
await db`
  create table effects (job_id bigint not null, pid integer not null, is_atomic boolean not null,
    at timestamptz not null default clock_timestamp())`
const workers = new Map<number, ChildProcess>()
const spawned = new Set<ChildProcess>()
after(() => {
  for (const child of spawned) child.kill('SIGKILL')
})

/** Starts a worker in a separate process; one whose connection is cut during the start is replaced. */
async function spawnWorker(): Promise<void> {
  const env = { ...process.env, QUEUE_LEASE: String(LEASE_SECONDS), QUEUE_REAP: String(REAP_SECONDS) }
  const child = spawn(process.execPath, [programFile('server/test/support/queue-worker.ts'), address], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  spawned.add(child)
  child.once('exit', () => workers.delete(child.pid as number))
  const [firstOutput] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!(firstOutput instanceof Buffer)) return spawnWorker()
  workers.set(child.pid as number, child)
}

const left = async () => (await db`select from jobs`).length
const listStartPids = async (id: number) =>
  (await db<{ pid: number }[]>`select pid from starts where job_id = ${id} order by at`).map(({ pid }) => pid)
const listEffectPids = async (id: number) =>
  (await db<{ pid: number }[]>`select pid from effects where job_id = ${id} order by at`).map(({ pid }) => pid)

test('a job enqueued by one process starts in another within moments, without a poll', async () => {
  const shared = await freshDatabase()
  const [api, worker] = await Promise.all(
    [0, 1].map(() => testContext({ address: shared, clock: systemClock, ...silent })),
  )
  assert.ok(api && worker)
  const declared = job({ id: 'test.hint', payload: Type.Object({}) })
  let runs = 0
  const one = handler(declared, async () => void runs++)
  // The next poll comes long after `until` gives up.
  const queue = await startQueue(worker, { jobs: [one], pollMs: 600_000 })
  for (let n = 1; n <= 5; n++) {
    await enqueue(api, api.db, declared, {})
    await until('the job to start', () => runs === n)
  }
  await queue.stop()
})

test('a timer runs once per tick on two nodes, and once for all missed ticks', async () => {
  const shared = await freshDatabase()
  const first = await testContext({ address: shared, ...silent })
  const second = await testContext({ address: shared, clock: first.clock, ...silent })
  const { clock } = first
  clock.set(new Date('2030-01-01T00:00:30Z'))
  const ticks: string[] = []
  let isBroken = false
  const minute = timer({
    id: 'test.minute',
    everySeconds: 60,
    async run(_ctx, tick) {
      ticks.push(tick.toISOString().slice(11, 19))
      if (isBroken) throw new Error('this time not')
    },
  })
  const queues = await Promise.all([first, second].map((node) => startQueue(node, { jobs: [], timers: [minute] })))
  const bothIdle = async () => {
    for (let n = 0; n < 2; n++) for (const queue of queues) await queue.idle()
  }
  await bothIdle()
  assert.deepEqual(ticks, [])
  for (let n = 0; n < 3; n++) {
    clock.advance(60_000)
    await bothIdle()
  }
  assert.deepEqual(ticks, ['00:01:00', '00:02:00', '00:03:00'])
  clock.advance(600_000)
  await bothIdle()
  assert.deepEqual(ticks.slice(3), ['00:04:00'])
  isBroken = true
  clock.advance(60_000)
  await bothIdle()
  isBroken = false
  clock.advance(10_000)
  await bothIdle()
  assert.equal(ticks.length, 6, 'a failed tick is tried again within the minute')
  clock.advance(50_000)
  await bothIdle()
  assert.equal(ticks.length, 7)
  await Promise.all(queues.map((queue) => queue.stop()))
})

test('a pause takes effect on every node within a second', async () => {
  const shared = await freshDatabase()
  const nodes = await Promise.all([0, 1].map(() => testContext({ address: shared, clock: systemClock, ...silent })))
  const declared = job({ id: 'test.pause', payload: Type.Object({}) })
  let runs = 0
  const jobs = [
    handler(declared, async () => {
      runs++
      await sleep(5)
    }),
  ]
  const queues = await Promise.all(nodes.map((node) => startQueue(node, { jobs })))
  const [first, second] = nodes
  assert.ok(first && second)
  const countLeft = async () => (await second.db`select from jobs`).length
  const holds = async (): Promise<boolean> => {
    const before = runs
    await enqueueAll(
      first,
      first.db,
      declared,
      Array.from({ length: 2000 }, () => ({ payload: {} })),
    )
    await until('a first run', () => runs > before)
    await pause(first.db, declared.id)
    await sleep(1000)
    const seen = runs
    await sleep(200)
    const isHeld = runs === seen && (await countLeft()) > 0
    await resume(first, first.db, declared.id)
    await until('the other node to go on as well', async () => (await countLeft()) === 0)
    return isHeld
  }
  // One of several tries must succeed, because the machine may be busy with other tests.
  for (let tries = 5; !(await holds()); tries--) assert.ok(tries > 1, 'it never held within a second')
  assert.equal(runs, 2000)
  await Promise.all(queues.map((queue) => queue.stop()))
})

test('recording an outcome after the claim was lost changes nothing', async () => {
  const shared = await freshDatabase()
  const [slow, other] = await Promise.all(
    [0, 1].map(() => testContext({ address: shared, clock: systemClock, ...silent })),
  )
  assert.ok(slow && other)
  const declared = job({ id: 'test.fence', payload: Type.Object({}) })
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const aborted = Promise.withResolvers<unknown>()
  let runs = 0
  const run = (gate: Promise<void>) =>
    handler(declared, async ({ signal }) => {
      runs++
      signal.addEventListener('abort', () => aborted.resolve(signal.reason))
      await gate
    })
  const first = await startQueue(slow, { jobs: [run(gates[0].promise)] })
  await enqueue(slow, slow.db, declared, {})
  await until('the first run', () => runs === 1)
  // Does what the reaper does after the lease has expired.
  await slow.db`update jobs set state = 'waiting', claim = null, lease_until = null`
  const second = await startQueue(other, { jobs: [run(gates[1].promise)] })
  // Either node may claim it again: two attempts run in both cases.
  await until('the second run', () => runs === 2)
  const [before] = await slow.db`select claim, lease_until, state from jobs`
  gates[0].resolve()
  await sleep(300)
  const [now] = await slow.db`select claim, lease_until, state from jobs`
  if (now) assert.deepEqual([now['claim'], now['state']], [before?.['claim'], 'running'])
  gates[1].resolve()
  await Promise.all([first.idle(), second.idle()])
  await Promise.all([first.stop(), second.stop()])
  assert.equal(runs, 2)
})

test('a frozen worker that resumes can neither finish a job that another worker claimed, nor commit its effect', async () => {
  await Promise.all([spawnWorker(), spawnWorker()])
  const id = (await enqueue(ctx, db, effectJob, { ms: 400, isAtomic: true })) as number
  await until('the job to start', async () => (await listStartPids(id)).length === 1)
  const [first = 0] = await listStartPids(id)
  workers.get(first)?.kill('SIGSTOP')
  await until('another worker to start it', async () => (await listStartPids(id)).length === 2)
  workers.get(first)?.kill('SIGCONT')
  await until('the job to end', async () => (await left()) === 0)
  await sleep(600)
  const [, second] = await listStartPids(id)
  assert.notEqual(second, first)
  assert.deepEqual(await listEffectPids(id), [second])
  assert.equal((await listStartPids(id)).length, 2)
})

test("a killed worker's job runs again after its lease has expired and the reaper has run", async () => {
  const id = (await enqueue(ctx, db, effectJob, { ms: 300, isAtomic: false })) as number
  await until('the job to start', async () => (await listStartPids(id)).length === 1)
  workers.get((await listStartPids(id))[0] ?? 0)?.kill('SIGKILL')
  await until('another to start it', async () => (await listStartPids(id)).length === 2)
  await until('the job to end', async () => (await left()) === 0)
})

test('under kill -9 and cut connections every job finishes, none is stuck, and none runs again after it has finished', async () => {
  await Promise.all([spawnWorker(), spawnWorker()])
  const total = 800
  const items = Array.from({ length: total }, (_, n) => ({
    payload: { ms: Math.random() * 60, isAtomic: n % 2 === 0 },
    runAt: new Date(Date.now() + (n / total) * 4000),
    ...(n % 10 === 0 && { key: `key ${n % 3}` }),
  }))
  const first = 1 + Number((await db`select coalesce(max(job_id), 0) as id from starts`)[0]?.['id'])
  await enqueueAll(ctx, db, effectJob, items)
  const lateness = () => db<{ ms: number }[]>`
    select coalesce(max(extract(epoch from now() - lease_until)), 0)::float8 * 1000 as ms from jobs where state = 'running'`
  let longestMs = 0
  let kills = 0
  let replaced = Promise.resolve()
  for (let tick = 0; tick < 40; tick++) {
    await sleep(100)
    longestMs = Math.max(longestMs, (await lateness())[0]?.ms ?? 0)
    if (tick % 8 === 3) {
      const alive = [...workers.values()]
      alive[Math.floor(Math.random() * alive.length)]?.kill('SIGKILL')
      kills++
      replaced = replaced.then(spawnWorker)
    }
    if (tick % 5 === 1)
      await db`select pg_terminate_backend(pid) from pg_stat_activity
               where application_name like any (array['worker %', 'quoin queue%']) and random() < 0.3`
  }
  await replaced
  await until('every job to end', async () => (await left()) === 0)
  for (const child of workers.values()) child.kill('SIGKILL')

  assert.equal(kills, 5)
  const [counts] = await db`
    select (select count(distinct job_id) from effects where job_id >= ${first}) as done,
      (select count(*) from (select from effects where is_atomic group by job_id having count(*) > 1) e) as done_twice,
      (select count(*) from starts s where s.at > (select max(at) from effects e where e.job_id = s.job_id)) as run_again`
  assert.deepEqual({ ...counts }, { done: total, done_twice: 0, run_again: 0 })
  // An expired lease waits for the next reaper at most; the rest allows for a busy machine.
  assert.ok(longestMs < REAP_SECONDS * 1000 + 20_000, `a lost job was not reclaimed for ${longestMs} ms`)
})
