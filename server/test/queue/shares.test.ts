import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { handler, job } from '../../src/queue/job.ts'
import { cancel, type EnqueueOptions, enqueue, enqueueAll } from '../../src/queue/queue.ts'
import { startQueue } from '../../src/queue/start.ts'
import { freshDatabase, testContext, until } from '../support/harness.ts'

const Named = Type.Object({ name: Type.String() })

/** Starts a queue with one kind whose jobs hang until they are released, in a separate database. */
async function hangingQueue({ concurrency = 4, nodes = 1 } = {}) {
  const ctx = await testContext({ address: await freshDatabase(), env: { LOG_LEVEL: 'silent' } })
  const declared = job({ id: 'test.hanging', payload: Named, concurrency })
  const running = new Map<string, () => void>()
  const started: string[] = []
  const ended: string[] = []
  const one = handler(declared, async ({ payload: { name } }) => {
    started.push(name)
    await new Promise<void>((resolve) => running.set(name, resolve))
    ended.push(name)
  })
  const queues = await Promise.all(
    Array.from({ length: nodes }, () => startQueue(ctx, { jobs: [one], drainSeconds: 0 })),
  )
  const end = (name: string) => {
    running.get(name)?.()
    running.delete(name)
  }
  return {
    ctx,
    declared,
    started,
    ended,
    running: () => [...running.keys()].toSorted(),
    put: (workspaceId: string, names: readonly string[], options: EnqueueOptions = {}) =>
      enqueueAll(
        ctx,
        ctx.db,
        declared,
        names.map((name) => ({ ...options, payload: { name }, workspaceId })),
      ),
    end,
    /** Ends every job, including those that start meanwhile. */
    async drain(total: number) {
      await until(`${total} jobs to end`, () => {
        for (const name of running.keys()) end(name)
        return ended.length === total
      })
    },
    countIn: async (state: string) => (await ctx.db`select from jobs where state = ${state}`).length,
    stop: () => Promise.all(queues.map((queue) => queue.stop())),
  }
}

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

test('a workspace that is alone uses all slots of a kind, and no more', async (t) => {
  const scene = await hangingQueue()
  t.after(scene.stop)
  await scene.put('ws_slow', numbered('slow', 50))
  await until(
    'four to run and the rest to be in the backlog',
    async () => scene.running().length === 4 && (await scene.countIn('backlogged')) === 46,
  )
  assert.equal(scene.started.length, 4)
  await scene.drain(50)
  assert.deepEqual(scene.started, scene.ended)
})

test('while 1,000 jobs of one workspace hang, each job of another one starts', async (t) => {
  const scene = await hangingQueue()
  t.after(scene.stop)
  await scene.put('ws_slow', numbered('slow', 1000))
  await until('four to run', async () => scene.running().length === 4)
  for (const name of numbered('other', 20)) {
    await scene.put('ws_other', [name])
    await until(name, () => scene.running().includes(name))
    scene.end(name)
  }
  assert.equal(scene.started.filter((name) => name.startsWith('slow')).length, 4)
})

test('workspaces take turns, and a free slot goes to the one with the fewest', async (t) => {
  const scene = await hangingQueue({ concurrency: 2 })
  t.after(scene.stop)
  await scene.put('ws_slow', numbered('slow', 30))
  await until('two to run', () => scene.running().length === 2)
  for (const at of [1, 2, 3, 4]) await scene.put(`ws_${at}`, numbered(`${at}-`, 10))
  // Six slots in all: two are taken, so the others start with one or two each.
  await until('six to run', () => scene.running().length === 6)
  assert.equal(scene.running().filter((name) => name.startsWith('slow')).length, 2)
  const firstRounds = new Set(scene.running().map((name) => name.split('-')[0]))
  assert.ok(firstRounds.size >= 3, `${[...firstRounds].join(' ')} have slots`)
  await scene.drain(70)
  const middle = scene.started.slice(0, 35).filter((name) => name.startsWith('slow')).length
  assert.ok(middle < 20, `${middle} of the first 35 were of the one that came first`)
})

test('a used share is returned', async (t) => {
  const scene = await hangingQueue()
  t.after(scene.stop)
  await scene.put('ws_slow', numbered('slow', 10))
  await scene.put('ws_other', numbered('other', 10))
  await until('another to run', () => scene.running().some((name) => name.startsWith('other')))
  await until('the others to end', () => {
    for (const name of scene.running()) if (name.startsWith('other')) scene.end(name)
    return scene.ended.length === 10
  })
  for (const name of scene.running()) scene.end(name)
  await until('four to run', () => scene.running().length === 4)
  await scene.drain(20)
})

test('within a workspace, a remote that hangs leaves slots for the other remotes', async (t) => {
  const scene = await hangingQueue()
  t.after(scene.stop)
  await scene.put('ws_1', numbered('slow', 100), { remote: 'slow.example' })
  await until(
    'four to run and the rest to be in the backlog',
    async () => scene.running().length === 4 && (await scene.countIn('backlogged')) === 96,
  )
  for (const name of numbered('quick', 5)) {
    await scene.put('ws_1', [name], { remote: 'quick.example' })
    await until(name, () => scene.running().includes(name))
    scene.end(name)
  }
  assert.equal(scene.started.filter((name) => name.startsWith('slow')).length, 4)
})

test('in a workspace with many hanging remotes, each remote gets its turn', async (t) => {
  const scene = await hangingQueue()
  t.after(scene.stop)
  for (const name of numbered('host', 60)) await scene.put('ws_1', [name], { remote: `${name}.example` })
  await until('six to run', () => scene.running().length === 6)
  await scene.drain(60)
})

test('jobs of one key stay in order when they pass through the backlog', async (t) => {
  const scene = await hangingQueue({ nodes: 2 })
  t.after(scene.stop)
  const names: string[] = []
  for (let n = 0; n < 60; n++) {
    names.push(`${n % 6}.${Math.floor(n / 6)}`)
    await scene.put('ws_1', names.slice(-1), { key: `key ${n % 6}` })
  }
  await scene.drain(60)
  for (let key = 0; key < 6; key++)
    assert.deepEqual(
      scene.started.filter((name) => name.startsWith(`${key}.`)),
      numbered(`${key}.`, 10),
    )
})

test('a job in the backlog can be canceled, and counts as waiting for operators', async (t) => {
  const scene = await hangingQueue({ concurrency: 1 })
  t.after(scene.stop)
  const { ctx, declared } = scene
  await scene.put('ws_1', ['first'])
  await until('one to run', () => scene.running().length === 1)
  await enqueue(ctx, ctx.db, declared, { name: 'second' }, { workspaceId: 'ws_1', dedupe: 'second' })
  await until('the second to be in the backlog', async () => (await scene.countIn('backlogged')) === 1)
  assert.equal(await cancel(ctx.db, 'ws_1', declared, 'second'), true)
  scene.end('first')
  await until('the first to end', () => scene.ended.length === 1)
  assert.deepEqual(scene.started, ['first'])
})

test('another process claims the backlog of this one', async (t) => {
  const scene = await hangingQueue({ concurrency: 1 })
  t.after(scene.stop)
  await scene.put('ws_1', ['first', 'second'])
  await until(
    'one to run and one to be in the backlog',
    async () => scene.running().length === 1 && (await scene.countIn('backlogged')) === 1,
  )
  const elsewhere: string[] = []
  const one = handler(scene.declared, async ({ payload: { name } }) => void elsewhere.push(name))
  const second = await startQueue(scene.ctx, { jobs: [one] })
  t.after(() => second.stop())
  await until('the other process', () => elsewhere.length === 1)
  assert.deepEqual(scene.started.concat(elsewhere).toSorted(), ['first', 'second'])
})
