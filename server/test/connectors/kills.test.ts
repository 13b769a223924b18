import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Counts, KillPoint, Phase } from '../support/kill-points.ts'
import { openKillScene, type SentPost } from '../support/kill-scene.ts'
import { listPostShapes, type Publisher, type Shape } from '../support/publishers.ts'

const scene = await openKillScene()
const { publishers } = scene

/** A post for all platforms that take this kind. */
function shapesNamed(name: string | undefined, text: string): Map<Publisher, Shape> {
  const pairs = publishers.map((one) => {
    const shapes = listPostShapes(one, text)
    return [one, name === undefined ? shapes[0] : shapes.find((shape) => shape.name === name)] as const
  })
  return new Map(pairs.filter((pair): pair is [Publisher, Shape] => pair[1] !== undefined))
}

/** A post for all, on each platform of the kind that takes the most steps. */
const shapesFor = (text: string) => shapesNamed(undefined, text)

const names = new Set(publishers.flatMap((one) => listPostShapes(one, 'Any').map(({ name }) => name)))

test('every kind of post that a platform takes is published', async (t) => {
  const worker = scene.start()
  t.after(() => worker.kill())
  const posts = await Promise.all([...names].map((name) => scene.send(shapesNamed(name, `A ${name}`))))
  for (const post of posts) {
    await scene.finish(post)
    assert.deepEqual(await scene.check(post), new Map([...post.shapes.keys()].map(({ id }) => [id, 'published'])))
  }
  t.diagnostic([...names].map((name) => `${name} on ${shapesNamed(name, 'Any').size}`).join(', '))
})

test('a post to every platform at once, killed in each phase, is on each of them once, or unconfirmed', async (t) => {
  const killed = new Map(publishers.map(({ id }) => [id, [] as string[]]))
  const killAt = async (worker: { kill(): Promise<void> }, of: readonly Publisher[], at: (id: string) => KillPoint) => {
    const stopped = await scene.killAt(worker, new Map(of.map(({ id }) => [id, at(id)])))
    for (const [id, request] of stopped) killed.get(id)?.push(request)
  }

  const first = scene.start()
  const unharmed = await scene.send(shapesFor('Unharmed'))
  const counted = await scene.finish(unharmed)
  assert.deepEqual(await scene.check(unharmed), new Map(publishers.map(({ id }) => [id, 'published'])))
  const countRequests = (id: string, phase: Phase) => counted.getPlatformCounts(id)[phase]
  const middle = (id: string, phase: Phase) => Math.ceil(countRequests(id, phase) / 2)

  // Where nothing is prepared, the first request is the one after the intent.
  const beforeIntent = publishers.filter(({ id }) => countRequests(id, 'prepare') > 0)
  const unsent: KillPoint = { phase: 'publish', nth: 1, moment: 'arrived' }
  const one = await scene.send(shapesFor('Killed before it is sent'))
  await killAt(first, publishers, (id) =>
    countRequests(id, 'prepare') > 0 ? { phase: 'prepare', nth: middle(id, 'prepare'), moment: 'done' } : unsent,
  )
  const second = scene.start()
  await scene.passTime()
  await killAt(second, beforeIntent, () => unsent)
  const third = scene.start()
  await scene.passTime()
  await scene.finish(one)
  const before = await scene.check(one)

  const two = await scene.send(shapesFor('Killed after it was sent'))
  await killAt(third, publishers, (id) => ({ phase: 'publish', nth: middle(id, 'publish'), moment: 'done' }))
  const fourth = scene.start()
  await scene.passTime()
  const asked = publishers.filter(({ publish }) => publish.find)
  await killAt(fourth, asked, () => ({ phase: 'find', nth: 1, moment: 'done' }))
  const fifth = scene.start()
  await scene.passTime()
  await scene.finish(two)
  await fifth.kill()
  const after = await scene.check(two)
  for (const { id } of asked) assert.equal(after.get(id), 'published', id)
  for (const { id } of publishers)
    t.diagnostic(`${id}: ${before.get(id)}, ${after.get(id)}; killed at ${killed.get(id)?.join('; ')}`)
})

/** Every request of a phase on each platform, when it arrives and when it has had its effect; together, in their order. */
function* pointsIn(phase: Phase, counts: ReadonlyMap<string, Counts>): Iterable<Map<string, KillPoint>> {
  const most = Math.max(...[...counts.values()].map((one) => one[phase]))
  for (let nth = 1; nth <= most; nth++)
    for (const moment of ['arrived', 'done'] as const) {
      const reached = [...counts].filter(([, one]) => one[phase] >= nth)
      yield new Map(reached.map(([id]) => [id, { phase, nth, moment }]))
    }
}

const isLong = process.env['LONG'] !== undefined

for (const name of isLong ? names : [])
  test(`${name}: killed at any request of any platform, it is on each of them once, or unconfirmed`, async (t) => {
    let posts = 0
    const send = () => scene.send(shapesNamed(name, `${name} ${posts++}`))
    let worker = scene.start()
    t.after(() => worker.kill())
    const unconfirmed = new Map<string, string[]>()
    const finish = async (post: SentPost, at?: Map<string, KillPoint>) => {
      const counted = await scene.finish(post)
      for (const [id, status] of await scene.check(post)) {
        if (status !== 'unconfirmed') continue
        const point = at?.get(id)
        const where = point ? `${point.phase} ${point.nth} ${point.moment}` : 'elsewhere'
        unconfirmed.set(id, [...(unconfirmed.get(id) ?? []), where])
      }
      return new Map([...post.shapes.keys()].map(({ id }) => [id, counted.getPlatformCounts(id)]))
    }
    const kill = async (points: Map<string, KillPoint>) => {
      await scene.killAt(worker, points)
      worker = scene.start()
      await scene.passTime()
    }
    const counts = await finish(await send())
    assert.deepEqual(unconfirmed, new Map())
    for (const points of [...pointsIn('prepare', counts), ...pointsIn('publish', counts)]) {
      const post = await send()
      await kill(points)
      await finish(post, points)
    }
    const last = new Map(
      [...counts].map(([id, { publish: nth }]) => [id, { phase: 'publish', nth, moment: 'done' }] as const),
    )
    const lost = await send()
    await kill(last)
    const asked = await finish(lost, last)
    for (const points of pointsIn('find', asked)) {
      const post = await send()
      await kill(last)
      await kill(points)
      await finish(post, points)
    }
    t.diagnostic(`${posts} posts; ${JSON.stringify(Object.fromEntries(counts))}`)
    t.diagnostic(`unconfirmed: ${JSON.stringify(Object.fromEntries(unconfirmed))}`)
  })

const FAILPOINTS = ['post_claimed', 'post_prepared', 'post_intent_committed', 'post_sent', 'post_recording']

for (const publisher of isLong ? publishers : [])
  test(`${publisher.id}: killed at any step of our own, it is published once, or unconfirmed`, async () => {
    for (const point of publisher.publish.find ? [...FAILPOINTS, 'post_looked_up'] : FAILPOINTS) {
      const [shape] = listPostShapes(publisher, point)
      assert.ok(shape)
      const post = await scene.send(new Map([[publisher, shape]]))
      if (point === 'post_looked_up') await scene.awaitDeath(scene.start('post_sent'))
      await scene.passTime()
      await scene.awaitDeath(scene.start(point))
      const survivor = scene.start()
      await scene.passTime()
      await scene.finish(post)
      await scene.check(post)
      await survivor.kill()
    }
  })
