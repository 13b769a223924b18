import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorkspace } from '../../src/domains/billing/onboarding/service.ts'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import { createWebhook } from '../../src/domains/webhooks/endpoints.ts'
import { systemClock } from '../../src/kit/clock.ts'
import { startDeliveries } from '../../src/webhooks/delivery/start.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { atEnd, testContext } from '../support/harness.ts'
import { serveNames } from '../support/name-server.ts'
import { answers, startReceiver } from '../support/receiver.ts'

const BACKLOG = 10_000
const isLong = process.env['LONG'] !== undefined
// A delivery that queues behind a bad endpoint waits for seconds. `LONG=1` allows less, on a quiet machine.
const DELAY_MS = isLong ? 100 : 2000
const LONGEST_MS = isLong ? 1000 : 10_000

const names = await serveNames({})
const ctx = await testContext({ clock: systemClock, env: { LOG_LEVEL: 'silent', DNS_SERVERS: names.server } })
const deliveries = await startDeliveries(ctx)
atEnd(() => deliveries.stop())
let arrived = Promise.withResolvers<void>()
/** Responds at its root and hangs elsewhere: a host with a good endpoint and a bad one. */
const healthy = await startReceiver((response, hit, request) => {
  if (hit.path !== '/') return
  arrived.resolve()
  answers.ok(response, hit, request)
})
const { workspaceId } = await openWorkspace(ctx, 'Well served')
await createWebhook(ctx, ctx.db, workspaceId, { url: healthy.url, events: ['*'] })

/** Measures the milliseconds from the cause of an event to its arrival: the median of many, and the longest. */
async function latency() {
  const times: number[] = []
  for (let n = 0; n < 25; n++) {
    const began = performance.now()
    arrived = Promise.withResolvers()
    await emit(ctx, ctx.db, reviewNew, reviewNew.example, { workspaceId })
    await arrived.promise
    times.push(performance.now() - began)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { median: sorted[times.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 }
}

/** Stores a backlog of deliveries for an endpoint of another workspace, as if they had been emitted one by one. */
async function pileUp(url: string): Promise<void> {
  const other = await openWorkspace(ctx, 'Badly served')
  const { id } = await createWebhook(ctx, ctx.db, other.workspaceId, { url, events: ['*'] })
  await ctx.db.begin(async (tx) => {
    await tx`
      insert into webhook_events (workspace_id, id, type, body, created_at)
      select ${other.workspaceId}, '01KA2Z3W9G' || lpad(n::text, 16, '0'), 'review.new', '{}', now() from generate_series(1, ${BACKLOG}::int) n`
    await tx`
      insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, attempt, attempts_max,
        next_attempt_at, claims, created_at)
      select workspace_id, 'dlv_' || id, ${id}, id, type, 'pending', 0, 8, now() - interval '1 minute', 0, now()
      from webhook_events where workspace_id = ${other.workspaceId}`
  })
}

const slow = (await startReceiver((response) => void setTimeout(() => response.writeHead(204).end(), 300))).url
const bad = {
  refuses: 'http://127.0.0.1:1025/',
  hangs: (await startReceiver(answers.hang)).url,
  'answers slowly': slow,
  'has a name that no server answers about': 'http://nowhere.dead:8080/',
  'hangs at the same host': `${healthy.url}/hanging`,
}

const alone = await latency()
for (const [how, url] of Object.entries(bad))
  test(`ten thousand deliveries to an endpoint that ${how} do not delay another's`, async (t) => {
    await pileUp(url)
    const beside = await latency()
    t.diagnostic(
      `${alone.median.toFixed(1)} ms alone, ${beside.median.toFixed(1)} ms beside, at most ${beside.longest}`,
    )
    assert.ok(beside.median - alone.median <= DELAY_MS, `${alone.median} ms alone, ${beside.median} ms beside`)
    assert.ok(beside.longest <= LONGEST_MS, `${beside.longest} ms`)
  })
