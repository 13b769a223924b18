import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../../src/domains/billing/credits/standard-book.ts'
import { renewDueSubscriptions } from '../../../../src/domains/billing/payments/subscriptions/renew.ts'
import { routes } from '../../../../src/http/catalogue.ts'
import { ManualClock } from '../../../../src/kit/clock.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { boot, type Client, type World } from '../../../support/harness.ts'
import { meteredRoutes } from '../../../support/metered-routes.ts'

const START = new Date('2026-01-31T10:00:00.000Z')
const DAY_MS = 86_400_000
const by = { actor: 'tester@example.com', reason: 'a test' }

async function worldWith(provider: string): Promise<World> {
  const clock = new ManualClock(START)
  return boot({ routes: [...routes, ...meteredRoutes], clock, env: { PAYMENT_PROVIDER: provider } })
}
const credits = async (of: Client) => (await of('GET', '/v1/credits')).body
const subscription = async (of: Client) => (await of('GET', '/v1/credits/subscription')).body
const orders = async (of: Client) => (await of('GET', '/v1/credits/orders?limit=100')).body.data as Order[]
const subscribe = (of: Client, plan_id: string, interval: string) =>
  of('POST', '/v1/credits/checkout', { plan_id, interval })

interface Order {
  id: string
  status: string
  kind: string
  price_usd_cents: number
  error: { code: string; message: string } | null
}

/** Spends exactly this amount: five credits for each result. */
async function spend(of: Client, amount: number): Promise<void> {
  for (let rest = amount / 5; rest > 0; rest -= 1000) {
    const found = Math.min(rest, 1000)
    assert.equal((await of('POST', '/v1/demo/find', { find: found, most: found })).status, 200)
  }
}

/** Lists the movements of credits, oldest first: `+500 subscription`, `-200 trim`. Charges and free credits are omitted. */
async function movements(of: Client): Promise<string[]> {
  const lines: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await of('GET', `/v1/credits/ledger?limit=100${cursor}`)
    for (const { kind, credits: amount, detail } of body.data)
      if (kind !== 'charge' && detail.kind !== 'signup')
        lines.push(kind === 'grant' ? `+${amount} ${detail.kind}` : `${amount} ${kind}`)
    if (!body.has_more) return lines.toReversed()
    cursor = `&cursor=${body.next_cursor}`
  }
}

/** Renews concurrently and repeatedly, which must have the effect of one renewal. */
async function renew({ ctx }: World): Promise<void> {
  await Promise.all([renewDueSubscriptions(ctx), renewDueSubscriptions(ctx), renewDueSubscriptions(ctx)])
  await renewDueSubscriptions(ctx)
}

const sandbox = await worldWith('sandbox')

/** The 31st, or the month's last day; written out, so that the test does not use the code it tests. */
const MONTHS = [
  ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'],
  ['2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31'],
  ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
  ['2027-07-31', '2027-08-31', '2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31'],
  ['2028-01-31', '2028-02-29'],
].flat()
const SPENT = [0, 0, 0, 0, 700, 1200, 500, 0, 100, 5, 1495, 0, 0, 0, 0, 250, 50, 0, 1000, 900, 0, 0, 0, 0, 0, 0]

test('two years of a yearly plan: every grant, every trim, every balance', async () => {
  const { clock } = sandbox.ctx
  const { live: us } = await sandbox.neighbour()
  await spend(us, 50)
  const { status, body: order } = await subscribe(us, 'starter', 'year')
  assert.deepEqual([status, order.status, order.price_usd_cents, order.plan_id], [201, 'paid', 10_000, 'starter'])
  let left = 0
  const moved: string[] = []
  for (const [at, day] of MONTHS.entries()) {
    const start = new Date(`${day}T10:00:00.000Z`)
    if (at > 0) {
      clock.set(new Date(start.getTime() - 1))
      await renew(sandbox)
      assert.equal((await credits(us)).available, left, `nothing comes before ${day}`)
      clock.set(start)
      await renew(sandbox)
      if (left > 1000) moved.push(`${1000 - left} trim`)
    }
    moved.push('+500 subscription')
    left = Math.min(left, 1000) + 500
    assert.equal((await credits(us)).available, left, day)
    const now = await subscription(us)
    assert.deepEqual(
      [now.status, now.current_period_start.slice(0, 10), now.next_credits_at?.slice(0, 10)],
      ['active', MONTHS[at - (at % 12)], MONTHS[at + 1] ?? '2028-03-31'],
    )
    await spend(us, SPENT[at] ?? 0)
    left -= SPENT[at] ?? 0
  }
  assert.deepEqual(await movements(us), moved)
  assert.deepEqual(
    (await orders(us)).map(({ kind, status: is, price_usd_cents }) => [kind, is, price_usd_cents]),
    Array.from({ length: 3 }, () => ['subscription', 'paid', 10_000]),
  )
  const { granted, spent, expired, available, held } = await credits(us)
  assert.deepEqual([granted, held], [50 + 26 * 500, 0])
  assert.equal(available + spent + expired, granted)
  assert.deepEqual(await checkInvariants(sandbox.db), [])
})

for (const plan of STANDARD_BOOK.plans)
  test(`${plan.name}: the rollover never exceeds ${plan.rollover_cap}`, async () => {
    const { ctx } = sandbox
    const { live: us } = await sandbox.neighbour()
    await spend(us, 50)
    const { body: order } = await subscribe(us, plan.id, 'month')
    assert.deepEqual([order.status, order.price_usd_cents], ['paid', plan.monthly_price_usd * 100])
    const month = plan.credits_per_month
    for (const expected of [1, 2, 3, 3, 3]) {
      assert.equal((await credits(us)).available, expected * month)
      ctx.clock.advance(31 * DAY_MS)
      await renew(sandbox)
    }
    assert.deepEqual(
      (await movements(us)).filter((line) => line.endsWith('trim')),
      [`-${month} trim`, `-${month} trim`, `-${month} trim`],
    )
    await us('DELETE', '/v1/credits/subscription')
  })

test('credits held by running calls are not trimmed', async () => {
  const { ctx } = sandbox
  const { live: us, workspaceId } = await sandbox.neighbour()
  await spend(us, 50)
  await subscribe(us, 'starter', 'month')
  for (let month = 1; month < 3; month++) {
    ctx.clock.advance(31 * DAY_MS)
    await renew(sandbox)
  }
  const admission = await ctx.ledger.reserve({
    workspaceId,
    keyId: 'key',
    credits: 1400,
    monthlyBudget: null,
    action: 'demo',
    priceBook: STANDARD_BOOK.name,
    requestId: 'req_held',
    seconds: 3600,
  })
  assert.equal(admission.verdict, 'ok')
  ctx.clock.advance(31 * DAY_MS)
  await renew(sandbox)
  const { available, held } = await credits(us)
  assert.deepEqual([available, held], [500, 1400])
  assert.deepEqual((await movements(us)).slice(-2), ['-100 trim', '+500 subscription'])
  await us('DELETE', '/v1/credits/subscription')
})

test('months missed while no timer ran are granted later, one by one', async () => {
  const { ctx } = sandbox
  const { live: us } = await sandbox.neighbour()
  await subscribe(us, 'starter', 'year')
  ctx.clock.advance(5 * 31 * DAY_MS)
  await renew(sandbox)
  assert.deepEqual(
    await movements(us),
    ['+500', '+500', '+500', '-500', '+500', '-500', '+500', '-500', '+500'].map((amount) =>
      amount.startsWith('+') ? `${amount} subscription` : `${amount} trim`,
    ),
  )
  await us('DELETE', '/v1/credits/subscription')
})

test('a canceled plan grants what is paid for, then ends; its credits stay', async () => {
  const { ctx } = sandbox
  const { live: us } = await sandbox.neighbour()
  assert.equal((await us('GET', '/v1/credits/subscription')).status, 404)
  assert.equal((await us('DELETE', '/v1/credits/subscription')).status, 404)
  await subscribe(us, 'starter', 'year')
  assert.equal((await subscribe(us, 'growth', 'month')).body.code, 'wrong_state')
  const canceled = (await us('DELETE', '/v1/credits/subscription')).body
  assert.deepEqual([canceled.status, canceled.cancel_at_period_end], ['active', true])
  assert.equal((await us('DELETE', '/v1/credits/subscription')).status, 200)
  assert.equal((await subscribe(us, 'growth', 'month')).body.code, 'wrong_state')
  for (let month = 1; month < 12; month++) {
    ctx.clock.advance(31 * DAY_MS)
    await renew(sandbox)
  }
  assert.equal((await subscription(us)).status, 'active')
  const before = (await credits(us)).available
  ctx.clock.advance(31 * DAY_MS)
  await renew(sandbox)
  const over = await subscription(us)
  assert.deepEqual([over.status, over.next_credits_at], ['canceled', null])
  assert.ok(over.ended_at)
  assert.equal((await movements(us)).filter((line) => line.startsWith('+')).length, 12)
  ctx.clock.advance(400 * DAY_MS)
  await renew(sandbox)
  assert.equal((await credits(us)).available, before)
  assert.equal((await orders(us)).length, 1)
  assert.equal((await subscribe(us, 'growth', 'month')).status, 201)
  await us('DELETE', '/v1/credits/subscription')
})

test('a declined renewal grants nothing; after thirty days the plan ends', async () => {
  const { ctx } = sandbox
  const { live: us } = await sandbox.neighbour()
  const failing = { ...STANDARD_BOOK.plans[0]!, id: 'starter-renewal-declined' }
  await publishBook(ctx, ctx.db, { ...STANDARD_BOOK, name: 'failing', plans: [...STANDARD_BOOK.plans, failing] })
  await subscribe(us, failing.id, 'month')
  ctx.clock.advance(31 * DAY_MS)
  await renew(sandbox)
  assert.equal((await subscription(us)).status, 'past_due')
  for (let day = 1; day <= 31; day++) {
    ctx.clock.advance(DAY_MS)
    await renew(sandbox)
  }
  assert.equal((await subscription(us)).status, 'canceled')
  assert.deepEqual(await movements(us), ['+500 subscription'])
  const failed = (await orders(us)).filter(({ status }) => status === 'failed')
  assert.ok(failed.length > 20 && failed.every(({ error }) => error?.message === 'card_declined'))
})

const manual = await worldWith('manual')
const approve = (id: string) => manual.operator('POST', `/v1/operator/orders/${id}/approve`, by)

test('manual payments: a renewal waits for approval, and is granted with it', async () => {
  const { ctx } = manual
  const { live: us } = await manual.neighbour()
  ctx.clock.set(new Date('2026-05-10T10:00:00.000Z'))
  const { body: order } = await subscribe(us, 'growth', 'month')
  assert.equal(order.status, 'pending')
  assert.equal((await us('GET', '/v1/credits/subscription')).status, 404)
  await approve(order.id)
  assert.equal((await credits(us)).available, 3050)
  ctx.clock.set(new Date('2026-06-10T10:00:00.000Z'))
  await renew(manual)
  const late = await subscription(us)
  assert.deepEqual([late.status, late.next_credits_at], ['past_due', '2026-06-10T10:00:00.000Z'])
  assert.equal((await credits(us)).available, 3050)
  const open = (await orders(us)).filter(({ status }) => status === 'pending')
  assert.equal(open.length, 1)
  ctx.clock.advance(3 * DAY_MS)
  await renew(manual)
  assert.equal((await orders(us)).filter(({ status }) => status === 'pending').length, 1)
  const replies = await Promise.all(Array.from({ length: 5 }, () => approve(open[0]?.id ?? '')))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const again = await subscription(us)
  assert.deepEqual(
    [again.status, again.current_period_end, again.next_credits_at],
    ['active', '2026-07-10T10:00:00.000Z', '2026-07-10T10:00:00.000Z'],
  )
  assert.deepEqual(await movements(us), ['+3000 subscription', '+3000 subscription'])
})

test('manual payments: an unpaid plan can be canceled at once, and its open order with it', async () => {
  const { ctx } = manual
  const { live: us } = await manual.neighbour()
  const { body: order } = await subscribe(us, 'starter', 'month')
  await approve(order.id)
  ctx.clock.advance(31 * DAY_MS)
  await renew(manual)
  const ended = (await us('DELETE', '/v1/credits/subscription')).body
  assert.equal(ended.status, 'canceled')
  assert.deepEqual(
    (await orders(us)).map(({ status }) => status),
    ['canceled', 'paid'],
  )
  assert.deepEqual(await checkInvariants(manual.db), [])
})
