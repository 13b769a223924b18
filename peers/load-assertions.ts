import assert from 'node:assert/strict'
import { connect } from '../server/src/kit/postgres/db.ts'
import { checkInvariants } from '../server/src/ledger/verify.ts'
import { until } from '../server/test/support/harness.ts'
import type { Receiver } from '../server/test/support/receiver.ts'
import type { SteadyLoad } from './steady-load.ts'

/** Asserts that every completed call is charged once, as its response said, and that nothing else is charged. */
export async function assertChargedOnce(load: SteadyLoad, databaseUrl: string): Promise<void> {
  const { client, calls } = load
  await until('every hold to end', async () => (await client.credits.get()).held === 0)
  const db = connect(databaseUrl, { max: 2 })
  try {
    const charged = await db<{ request_id: string; lines: number; credits: number }[]>`
      select request_id, count(*)::int as lines, sum(credits)::int as credits from charges group by request_id`
    const formatCharge = (id: string, lines: number, credits: number) => `${id} ${lines} ${credits}`
    assertSame(
      charged.map(({ request_id: id, lines, credits }) => formatCharge(id, lines, credits)),
      calls.map(({ requestId, credits }) => formatCharge(requestId, 1, credits)),
    )
    assert.deepEqual(await checkInvariants(db), [])
  } finally {
    await db.end({ timeout: 5 })
  }
  const spent = calls.reduce((sum, { credits }) => sum + credits, 0)
  assert.equal((await client.credits.get()).spent, spent)
  for (const { requestId, credits } of calls.filter(({ attempts }) => attempts > 1).slice(0, 100))
    assert.equal((await client.requests.get(requestId)).credits, credits)
}

/** Asserts that every accepted post is on the network once, and that nothing else is. */
export async function assertPostedOnce({ client, posts }: SteadyLoad): Promise<void> {
  const shown = async () =>
    (await client.sandbox.listPosts({ limit: 100 }).toArray(100_000)).map(({ content }) => content)
  await until('every post', async () => new Set(await shown()).size >= posts.size).catch(() => {})
  assertSame(await shown(), [...posts.keys()])
}

/**
 * Asserts that the receiver got a signed event for every post. An event may arrive more than once, but always unchanged.
 * Returns the number of repeats.
 */
export async function assertDelivered(
  { client, posts }: SteadyLoad,
  { hits }: Receiver,
  secret: string,
): Promise<number> {
  const eventsByPost = new Map<string, Set<string>>()
  let read = 0
  const readHits = async () => {
    for (; read < hits.length; read++) {
      const { body = '', headers = {}, at = 0 } = hits[read] ?? {}
      const event = await client.webhooks.unwrap(body, headers, secret, { now: () => at })
      if (event.type !== 'post.published') throw new Error(`${event.type} came: ${body}`)
      const { id } = event.data.post
      eventsByPost.set(id, (eventsByPost.get(id) ?? new Set()).add(event.id))
    }
    return eventsByPost.size >= posts.size
  }
  await until('every event', readHits).catch(() => {})
  assertSame([...eventsByPost.keys()], [...posts.values()])
  for (const [post, events] of eventsByPost)
    assert.equal(events.size, 1, `${post} has the events ${[...events].join()}`)
  return hits.length - eventsByPost.size
}

/**
 * Asserts that both lists have the same values, equally often. Reports only the differences, because lists have thousands of
 * values.
 */
function assertSame(found: readonly string[], expected: readonly string[]): void {
  assert.deepEqual(
    { missing: without(expected, found), unexpected: without(found, expected) },
    { missing: [], unexpected: [] },
  )
}

function without(values: readonly string[], removed: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const value of removed) left.set(value, (left.get(value) ?? 0) + 1)
  return values.filter((value) => {
    const count = left.get(value) ?? 0
    left.set(value, count - 1)
    return count <= 0
  })
}
