import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFourNodes } from './four-nodes.ts'
import { assertChargedOnce, assertDelivered, assertPostedOnce } from './load-assertions.ts'
import { type Failover, type Fault, PatroniCluster, whyNoPatroni } from './patroni-cluster.ts'
import { SteadyLoad } from './steady-load.ts'

const skip = (await whyNoPatroni()) ?? false

const TEN: readonly Fault[] = [
  'postmaster killed',
  'node frozen',
  'postmaster killed',
  'node lost',
  'postmaster killed',
  'postmaster killed',
  'node frozen',
  'postmaster killed',
  'node lost',
  'postmaster killed',
]
/** `LONG=1` runs all ten, in about five minutes. */
const FAULTS = process.env['LONG'] ? TEN : TEN.slice(1, 4)
/** Time that the servers may add to the database's own failover. */
const ADDED_MS = 3000
/** Longest a request may take: 5 s, and more on a machine that also runs other tests. */
const ANSWER_MS = 9000
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

interface MeasuredFailover extends Failover {
  readonly promotionMs: number
  readonly gapMs: number
}

async function failOver(cluster: PatroniCluster, load: SteadyLoad, fault: Fault): Promise<MeasuredFailover> {
  await load.answered(40)
  const failover = await cluster.failOver(fault)
  const { brokenAt, promotedAt, wholeAt } = failover
  await load.answered(40)
  return { ...failover, promotionMs: promotedAt - brokenAt, gapMs: load.longestGapMs(brokenAt, wholeAt) }
}

test('two server and two worker nodes continue through Patroni failovers', { skip }, async (t) => {
  const cluster = await PatroniCluster.start()
  const { receiver, secret, ...four } = await startFourNodes(cluster.url)
  const load = new SteadyLoad({ ...four, maxRetries: 100 })

  await t.test('calls succeed again within three seconds of each promotion', async (part) => {
    for (const fault of FAULTS) {
      const { isOther, promotionMs, gapMs } = await failOver(cluster, load, fault)
      const leader = isOther ? 'a new leader' : 'the same leader'
      const measured = `${fault}: ${leader} after ${seconds(promotionMs)}, longest gap in answers ${seconds(gapMs)}`
      part.diagnostic(measured)
      assert.ok(gapMs <= promotionMs + ADDED_MS, measured)
    }
  })

  await t.test('every call eventually succeeds, and none hangs', async (part) => {
    await load.stop()
    part.diagnostic(
      `${load.calls.length} searches, ${load.posts.size} posts, longest attempt ${seconds(load.longestMs)}`,
    )
    for (const [answer, count] of load.seen) part.diagnostic(`${count} × ${answer}`)
    assert.deepEqual(load.failures, [])
    assert.ok(load.longestMs <= ANSWER_MS, `an attempt took ${seconds(load.longestMs)}`)
  })

  await t.test('no call loses its hold to another node', () => {
    const outlived = [...load.seen.keys()].filter((answer) => answer.includes('longer than its credits were held'))
    assert.deepEqual(outlived, [])
  })

  await t.test('every completed search is charged once, and nothing else is', async () =>
    assertChargedOnce(load, await cluster.leaderUrl()),
  )

  await t.test('every accepted post is on the network once', () => assertPostedOnce(load))

  await t.test('the receiver gets the event of every post, and repeats are identical', async (part) => {
    const repeats = await assertDelivered(load, receiver, secret)
    part.diagnostic(`${receiver.hits.length} deliveries, ${repeats} of them repeats`)
  })
})
