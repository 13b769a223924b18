import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { Type } from 'typebox'
import { transaction } from '../../src/kit/postgres/db.ts'
import { GiveUp, type Handler, handler, type JobSpec, job, RetryLater } from '../../src/queue/job.ts'
import { cancel, enqueue, enqueueAll, listDead, pause, requeue, resume } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { testContext } from '../support/harness.ts'

const ctx = await testContext({ env: { LOG_LEVEL: 'silent' } })
const { db, clock } = ctx
const Numbered = Type.Object({ n: Type.Integer() })
type Numbered = { n: number }
let kinds = 0

/** Declares a separate kind for each test, which records its runs. */
function recorded(
  spec: Partial<JobSpec<typeof Numbered>> = {},
  act: (n: number, attempt: number) => unknown = () => {},
) {
  const declared = job({ id: `test.kind${kinds++}`, payload: Numbered, ...spec })
  const runs: number[] = []
  const one = handler(declared, async ({ payload, attempt }) => {
    runs.push(payload.n)
    await act(payload.n, attempt)
  })
  return { declared, runs, one }
}

/** Runs a queue with these handlers while `work` runs. */
async function during<T>(
  jobs: Handler[],
  work: (queue: Awaited<ReturnType<typeof startQueue>>) => Promise<T>,
  options = {},
) {
  const queue = await startQueue(ctx, { jobs, drainSeconds: 1, ...options })
  try {
    return await work(queue)
  } finally {
    await queue.stop()
  }
}

const listJobRows = async (id: string) => [...(await db`select * from jobs where job = ${id} order by id`)]
const after = (ms: number) => new Date(clock.now().getTime() + ms)

test('a job is enqueued with its transaction or not at all', async () => {
  const { declared, runs, one } = recorded()
  await assert.rejects(
    transaction(db, async (tx) => {
      await enqueue(ctx, tx, declared, { n: 1 })
      throw new Error('the caller failed')
    }),
  )
  await transaction(db, async (tx) => {
    await enqueue(ctx, tx, declared, { n: 2 })
    await transaction(tx, (inner) => enqueue(ctx, inner, declared, { n: 3 }))
  })
  await during([one], (queue) => queue.idle())
  assert.deepEqual(runs, [2, 3])
  assert.equal((await listJobRows(declared.id)).length, 0)
})

test('an invalid payload is refused before it is stored', async () => {
  const { declared } = recorded()
  await assert.rejects(enqueue(ctx, db, declared, { n: 'one' } as unknown as Numbered), /does not fit/)
})

test('due jobs start in the order of priority, run_at, id; a job that is not due does not start', async () => {
  const { declared, runs, one } = recorded({ concurrency: 1 })
  const items = [
    { payload: { n: 6 }, runAt: after(-1000) },
    { payload: { n: 7 }, runAt: after(-1000) },
    { payload: { n: 4 }, runAt: after(-3000), priority: 3 },
    { payload: { n: 5 }, runAt: after(-2000) },
    { payload: { n: 3 }, priority: 0 },
    { payload: { n: 8 }, runAt: after(60_000) },
    { payload: { n: 9 }, runAt: after(-9000), priority: 9 },
  ]
  await enqueueAll(ctx, db, declared, items)
  await during([one], async (queue) => {
    await queue.idle()
    assert.deepEqual(runs, [3, 4, 5, 6, 7, 9])
    clock.advance(59_999)
    await queue.idle()
    assert.equal(runs.length, 6)
    clock.advance(1)
    await queue.idle()
    assert.deepEqual(runs.at(-1), 8)
  })
})

test('priorities and times apply across kinds', async () => {
  const started: string[] = []
  const [slow, quick] = ['slow', 'quick'].map((name) =>
    recorded({}, (n) => {
      started.push(`${name} ${n}`)
    }),
  )
  assert.ok(slow && quick)
  for (const [n, ms] of [
    [1, -50],
    [3, -30],
    [5, -10],
  ] as const)
    await enqueue(ctx, db, slow.declared, { n }, { runAt: after(ms) })
  for (const [n, ms] of [
    [2, -40],
    [4, -20],
  ] as const)
    await enqueue(ctx, db, quick.declared, { n }, { runAt: after(ms) })
  await enqueue(ctx, db, quick.declared, { n: 0 }, { priority: 1 })
  await during([slow.one, quick.one], (queue) => queue.idle(), { concurrency: 1 })
  assert.deepEqual(started, ['quick 0', 'slow 1', 'quick 2', 'slow 3', 'quick 4', 'slow 5'])
})

test('a failing job is retried exactly on schedule, then is dead with its error; requeued, it starts anew', async () => {
  let isMended = false
  const { declared, runs, one } = recorded({ retry: [30, 120], jitter: 0 }, (_n, attempt) => {
    if (!isMended) throw new Error(`attempt ${attempt} failed`)
  })
  const id = await enqueue(ctx, db, declared, { n: 1 }, { workspaceId: 'ws_1' })
  await during([one], async (queue) => {
    await queue.idle()
    for (const [seconds, total] of [
      [30, 2],
      [120, 3],
    ] as const) {
      clock.advance(seconds * 1000 - 1)
      await queue.idle()
      assert.equal(runs.length, total - 1)
      clock.advance(1)
      await queue.idle()
      assert.equal(runs.length, total)
    }
    clock.advance(3_600_000)
    await queue.idle()
    assert.equal(runs.length, 3)
    const [dead, ...others] = await listDead(db, declared.id, 0, 10)
    assert.deepEqual(others, [])
    assert.deepEqual([dead?.id, dead?.attempts, dead?.error], [id, 3, 'Error: attempt 3 failed'])
    assert.equal(await requeue(ctx, db, 'ws_2', id as number), false)
    isMended = true
    assert.equal(await requeue(ctx, db, 'ws_1', id as number), true)
    assert.equal(await requeue(ctx, db, 'ws_1', id as number), false)
    await queue.idle()
    assert.equal(runs.length, 4)
    assert.deepEqual(await listJobRows(declared.id), [])
  })
})

test('a handler can postpone its job without counting an attempt, or give up at once', async () => {
  const { declared, one } = recorded({ retry: [1] }, (n, attempt) => {
    assert.equal(attempt, 1)
    if (n === 1) throw new GiveUp('the account is gone')
    throw new RetryLater(after(5000), 'rate limited')
  })
  await enqueue(ctx, db, declared, { n: 1 })
  await enqueue(ctx, db, declared, { n: 2 })
  await during([one], async (queue) => {
    for (let round = 0; round < 4; round++) {
      await queue.idle()
      clock.advance(5000)
    }
    await queue.idle()
  })
  const rows = await listJobRows(declared.id)
  assert.deepEqual(
    rows.map(({ state, attempts, error }) => [state, attempts, error]),
    [
      ['dead', 1, 'GiveUp: the account is gone'],
      ['waiting', 0, 'RetryLater: rate limited'],
    ],
  )
  assert.deepEqual(rows[1]?.['run_at'], after(5000))
})

test('a payload that the running version does not understand makes the job dead at once, with the reason', async () => {
  const { declared, runs, one } = recorded()
  await enqueue(ctx, db, declared, { n: 1 })
  await db`update jobs set payload = '{"m": 1}' where job = ${declared.id}`
  await during([one], (queue) => queue.idle())
  assert.deepEqual(runs, [])
  assert.match((await listDead(db, declared.id, 0, 1))[0]?.error ?? '', /does not fit/)
})

test('an unfinished job blocks its dedupe key; a dead one frees it, and cannot be requeued while another has it', async () => {
  const { declared, runs, one } = recorded({}, (n) => {
    if (n === 1) throw new GiveUp('no')
  })
  const put = (n: number) => enqueue(ctx, db, declared, { n }, { dedupe: 'post_1', runAt: after(1000) })
  const first = await put(1)
  assert.equal(await put(2), undefined)
  assert.equal(
    await enqueueAll(ctx, db, declared, [
      { payload: { n: 3 }, dedupe: 'post_1' },
      { payload: { n: 4 }, dedupe: 'post_2' },
    ]),
    1,
  )
  await during([one], async (queue) => {
    clock.advance(1000)
    await queue.idle()
    assert.deepEqual(runs, [4, 1])
    assert.ok(await put(5))
    assert.equal(await requeue(ctx, db, 'system', first as number), false)
    assert.equal(await cancel(db, 'system', declared, 'post_1'), true)
    assert.equal(await cancel(db, 'system', declared, 'post_1'), false)
    assert.equal(await requeue(ctx, db, 'system', first as number), true)
  })
})

test("a job's effect and its completion commit together", async () => {
  await db`create table effects (job_id bigint not null, attempt integer not null)`
  const declared = job({ id: 'test.effect', payload: Numbered, retry: [0], jitter: 0 })
  const one = handler(declared, ({ id, payload, attempt, complete }) =>
    transaction(db, async (tx) => {
      await tx`insert into effects values (${id}, ${attempt})`
      await complete(tx)
      if (payload.n === attempt) throw new Error('after completing, before committing')
    }),
  )
  const ids = [await enqueue(ctx, db, declared, { n: 0 }), await enqueue(ctx, db, declared, { n: 1 })]
  await during([one], (queue) => queue.idle())
  assert.deepEqual(
    (await db`select job_id, attempt from effects order by job_id`).map((row) => [row['job_id'], row['attempt']]),
    [
      [ids[0], 1],
      [ids[1], 2],
    ],
  )
  assert.deepEqual(await listJobRows(declared.id), [])
})

test('a paused kind starts nowhere while other kinds do; it continues when resumed', async () => {
  const [idle, busy] = [recorded(), recorded()]
  await pause(db, idle.declared.id)
  await enqueue(ctx, db, idle.declared, { n: 1 })
  await enqueue(ctx, db, busy.declared, { n: 1 })
  await during([idle.one, busy.one], async (queue) => {
    await queue.idle()
    assert.deepEqual([idle.runs, busy.runs], [[], [1]])
    await resume(ctx, db, idle.declared.id)
    await queue.idle()
    assert.deepEqual(idle.runs, [1])
  })
})

test('a kind never exceeds its declared concurrency, and does not block other kinds', async () => {
  let running = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const slow = recorded({ concurrency: 3 }, async () => {
    most = Math.max(most, ++running)
    await gate.promise
    running--
  })
  const quick = recorded({}, () => gate.resolve())
  await enqueueAll(
    ctx,
    db,
    slow.declared,
    Array.from({ length: 20 }, (_, n) => ({ payload: { n }, priority: 0 })),
  )
  await enqueue(ctx, db, quick.declared, { n: 0 })
  await during([slow.one, quick.one], (queue) => queue.idle(), { concurrency: 6 })
  assert.deepEqual([most, slow.runs.length, quick.runs.length], [3, 20, 1])
})

test('stopping lets running jobs finish and returns claimed ones uncounted', async () => {
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const { declared, runs, one } = recorded({ concurrency: 1 }, async () => {
    started.resolve()
    await gate.promise
  })
  await enqueueAll(ctx, db, declared, [{ payload: { n: 1 } }, { payload: { n: 2 } }])
  const queue = await startQueue(ctx, { jobs: [one], drainSeconds: 5 })
  await started.promise
  const stopped = queue.stop()
  setTimeout(() => gate.resolve(), 50)
  await stopped
  assert.deepEqual(runs, [1])
  const [left, ...others] = await listJobRows(declared.id)
  assert.deepEqual(others, [])
  assert.deepEqual([left?.['state'], left?.['claims'], left?.['attempts']], ['waiting', 0, 0])
})

test('a job that outlasts the drain is aborted and keeps its lease until it expires', async () => {
  const aborted = Promise.withResolvers<unknown>()
  const started = Promise.withResolvers<void>()
  const declared = job({ id: 'test.endless', payload: Numbered })
  const one = handler(declared, async ({ signal }) => {
    signal.addEventListener('abort', () => aborted.resolve(signal.reason))
    started.resolve()
    await new Promise(() => {})
  })
  await enqueue(ctx, db, declared, { n: 1 })
  const queue = await startQueue(ctx, { jobs: [one], drainSeconds: 0 })
  await started.promise
  await queue.stop()
  assert.match(String(await aborted.promise), /stopping/)
  assert.equal((await listJobRows(declared.id))[0]?.['state'], 'running')
})

test('a job that keeps crashing its workers becomes dead', async () => {
  const { declared, runs, one } = recorded()
  await enqueue(ctx, db, declared, { n: 1 })
  // The state that nineteen workers leave behind when each died while running it, and a twentieth claim.
  await db`update jobs set state = 'running', claim = gen_random_uuid(), lease_until = now() - interval '1 second', claims = 20
           where job = ${declared.id}`
  await during(
    [one],
    async () => {
      for (;;) {
        const [dead] = await listDead(db, declared.id, 0, 1)
        if (!dead) continue
        assert.match(dead.error, /died or froze 20 times/)
        assert.deepEqual([dead.attempts, runs], [0, []])
        return
      }
    },
    { reapSeconds: 0.05 },
  )
})

test('depth, lateness, attempts and running jobs have metrics', async () => {
  const registry = new Registry()
  const { declared, one } = recorded({ retry: [60] }, (n) => {
    if (n === 1) throw new Error('no')
  })
  await enqueueAll(ctx, db, declared, [{ payload: { n: 1 } }, { payload: { n: 2 }, runAt: after(-2000) }])
  await during([one], (queue) => queue.idle(), { registry })
  const text = await registry.metrics()
  for (const line of [
    `quoin_job_attempts_total{job="${declared.id}",end="retry"} 1`,
    `quoin_job_attempts_total{job="${declared.id}",end="done"} 1`,
    `quoin_job_lateness_seconds_bucket{le="1",job="${declared.id}"} 1`,
    `quoin_job_lateness_seconds_bucket{le="5",job="${declared.id}"} 2`,
    `quoin_jobs_running{job="${declared.id}"} 0`,
    `quoin_jobs{job="${declared.id}",state="waiting"} 1`,
  ])
    assert.ok(text.includes(`${line}\n`), `${line}\n${text}`)
})
