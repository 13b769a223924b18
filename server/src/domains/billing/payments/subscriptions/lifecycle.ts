import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { grantCredits, trimCredits } from '../../credits/grants.ts'
import { bookNamed } from '../../credits/published-books.ts'
import type { Subscription } from '../contract/order.ts'
import { openProvider } from '../providers/open.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as orders from '../sql/orders.ts'
import type { SubscriptionRow } from '../sql/subscriptions.ts'
import * as sql from '../sql/subscriptions.ts'
import { addMonths } from './months.ts'

/** How the grants of a subscription are named: one for each month, whoever gives it. */
export function monthSource(subscription: Pick<SubscriptionRow, 'id' | 'anchor_at'>, month: number): string {
  return `${subscription.id}/${addMonths(subscription.anchor_at, month).toISOString().slice(0, 10)}`
}

/** A payment for a plan: begins the subscription or carries it on, and gives the credits that are due. */
export async function paySubscription(
  ctx: Context,
  tx: Db,
  order: OrderRow,
  begun: { externalId: string | null; startedAt: Date } | undefined,
): Promise<void> {
  const now = ctx.clock.now()
  const id = order.subscription_id ?? ''
  const found = await sql.lockSubscription(tx, order.workspace_id, id)
  const before = found ?? (await beginSubscription(ctx, tx, order, begun))
  await orders.updateOrder(tx, order.workspace_id, order.id, now, { first_month: before.months_paid })
  const paid = await sql.updateSubscription(tx, before, now, {
    status: 'active',
    months_paid: before.months_paid + (order.months ?? 0),
    past_due_at: null,
    ended_at: null,
    due_at: addMonths(before.anchor_at, before.months_granted),
  })
  await grantMonths(ctx, tx, paid)
}

async function beginSubscription(
  ctx: Context,
  tx: Db,
  order: OrderRow,
  begun: { externalId: string | null; startedAt: Date } | undefined,
): Promise<SubscriptionRow> {
  const now = ctx.clock.now()
  const { plans } = await bookNamed(tx, order.price_book)
  const plan = plans.find(({ id }) => id === order.item_id)
  if (!plan || !order.interval || !order.subscription_id) throw new Error(`Order ${order.id} is not for a plan`)
  const anchor = begun?.startedAt ?? now
  const row: SubscriptionRow = {
    workspace_id: order.workspace_id,
    id: order.subscription_id,
    plan_id: plan.id,
    interval: order.interval,
    credits_per_month: plan.credits_per_month,
    rollover_cap: plan.rollover_cap,
    price_usd_cents: order.price_usd_cents,
    price_book: order.price_book,
    provider: order.provider,
    external_id: begun?.externalId ?? null,
    status: 'active',
    cancel_at_period_end: false,
    anchor_at: anchor,
    months_paid: 0,
    months_granted: 0,
    due_at: anchor,
    past_due_at: null,
    ended_at: null,
    created_at: now,
    updated_at: now,
  }
  await sql.insertSubscription(tx, row)
  return row
}

/** Gives every month that is paid and has begun: what is carried over is trimmed to the cap first, then the month is added. */
export async function grantMonths(ctx: Context, tx: Db, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const { workspace_id, anchor_at, months_paid, credits_per_month } = subscription
  const now = ctx.clock.now()
  let month = subscription.months_granted
  for (; month < months_paid && (month === 0 || addMonths(anchor_at, month) <= now); month++) {
    if (month > 0)
      await trimCredits(ctx, tx, workspace_id, { source: `${subscription.id}/`, cap: subscription.rollover_cap })
    const source = monthSource(subscription, month)
    await grantCredits(ctx, tx, workspace_id, { kind: 'subscription', source, amount: credits_per_month })
  }
  return sql.updateSubscription(tx, subscription, now, { months_granted: month, due_at: addMonths(anchor_at, month) })
}

/** It is over: nothing more is granted or asked for. What was granted stays. */
export async function endSubscription(ctx: Context, tx: Db, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const now = ctx.clock.now()
  await sql.cancelOpenOrders(tx, subscription.workspace_id, subscription.id, now)
  return sql.updateSubscription(tx, subscription, now, { status: 'canceled', due_at: null, ended_at: now })
}

export async function getSubscription(db: Db, workspaceId: string): Promise<Subscription> {
  const [newest] = await sql.listSubscriptions(db, workspaceId)
  if (!newest) throw noSubscription()
  return present(newest)
}

export async function hasSubscription(db: Db, workspaceId: string): Promise<boolean> {
  const [newest] = await sql.listSubscriptions(db, workspaceId)
  return newest !== undefined && newest.status !== 'canceled'
}

/** Ends with the period that is paid; at once when nothing is. Buying twice at the same moment makes two: both end. */
export async function cancelSubscription(ctx: Context, workspaceId: string): Promise<Subscription> {
  const running = (await sql.listSubscriptions(ctx.db, workspaceId)).filter(({ status }) => status !== 'canceled')
  if (running.length === 0) throw noSubscription()
  const canceled: SubscriptionRow[] = []
  for (const subscription of running) {
    const when = subscription.status === 'past_due' ? 'now' : 'period_end'
    const provider = await openProvider(ctx, subscription.provider)
    if (subscription.external_id) await provider.cancel({ externalId: subscription.external_id, when })
    canceled.push(await cancelOne(ctx, subscription))
  }
  return present(canceled[0] as SubscriptionRow)
}

function cancelOne(ctx: Context, { workspace_id, id }: SubscriptionRow): Promise<SubscriptionRow> {
  return transaction(ctx.db, async (tx) => {
    const locked = await sql.lockSubscription(tx, workspace_id, id)
    if (!locked) throw noSubscription()
    if (locked.status === 'canceled') return locked
    const kept = await sql.updateSubscription(tx, locked, ctx.clock.now(), { cancel_at_period_end: true })
    return locked.status === 'past_due' ? endSubscription(ctx, tx, kept) : kept
  })
}

function noSubscription(): ApiError {
  return new ApiError('not_found', 'This workspace has no running subscription.')
}

function present(row: SubscriptionRow): Subscription {
  const months = row.interval === 'year' ? 12 : 1
  const isOver = row.status === 'canceled' || (row.cancel_at_period_end && row.months_granted === row.months_paid)
  return {
    id: row.id,
    plan_id: row.plan_id,
    interval: row.interval,
    status: row.status,
    credits_per_month: row.credits_per_month,
    rollover_cap: row.rollover_cap,
    price_usd_cents: row.price_usd_cents,
    provider: row.provider,
    cancel_at_period_end: row.cancel_at_period_end,
    current_period_start: addMonths(row.anchor_at, Math.max(0, row.months_paid - months)).toISOString(),
    current_period_end: addMonths(row.anchor_at, row.months_paid).toISOString(),
    next_credits_at: isOver ? null : addMonths(row.anchor_at, row.months_granted).toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
