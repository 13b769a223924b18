import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { grantCredits, trimCredits } from '../../credits/grants.ts'
import { bookNamed } from '../../credits/published-books.ts'
import { cancelOpenRenewals, type OrderRow, updateOrder } from '../sql/orders.ts'
import * as sql from '../sql/subscriptions.ts'
import { addMonths } from './months.ts'

/** The provider's id of a subscription, and its start at the provider. */
interface SubscriptionStart {
  readonly externalId: string | null
  readonly startedAt: Date
}

/** Returns the source of a month's grant: the same in every process, so that a month is granted once. */
export function monthSource(subscription: Pick<sql.SubscriptionRow, 'id' | 'anchor_at'>, month: number): string {
  return `${subscription.id}/${addMonths(subscription.anchor_at, month).toISOString().slice(0, 10)}`
}

/** Starts or continues the subscription of a paid order, and grants the credits that are due. */
export async function paySubscription(
  ctx: Context,
  tx: Db,
  order: OrderRow,
  started: SubscriptionStart | undefined,
): Promise<void> {
  const { workspace_id: workspaceId, subscription_id: id } = order
  const now = ctx.clock.now()
  const found = await sql.lockSubscription(tx, workspaceId, id ?? '')
  const before = found ?? (await startSubscription(ctx, tx, order, started))
  await updateOrder(tx, workspaceId, order.id, { first_month: before.months_paid, updated_at: now })
  const paid = await sql.updateSubscription(tx, before, {
    status: 'active',
    months_paid: before.months_paid + (order.months ?? 0),
    past_due_at: null,
    ended_at: null,
    due_at: addMonths(before.anchor_at, before.months_granted),
    updated_at: now,
  })
  await grantMonths(ctx, tx, paid)
}

async function startSubscription(
  ctx: Context,
  tx: Db,
  order: OrderRow,
  started: SubscriptionStart | undefined,
): Promise<sql.SubscriptionRow> {
  const now = ctx.clock.now()
  const { plans } = await bookNamed(tx, order.price_book)
  const plan = plans.find(({ id }) => id === order.item_id)
  if (!plan || !order.interval || !order.subscription_id) throw new Error(`Order ${order.id} is not for a plan`)
  const anchor = started?.startedAt ?? now
  const row: sql.SubscriptionRow = {
    workspace_id: order.workspace_id,
    id: order.subscription_id,
    plan_id: plan.id,
    interval: order.interval,
    credits_per_month: plan.credits_per_month,
    rollover_cap: plan.rollover_cap,
    price_usd_cents: order.price_usd_cents,
    price_book: order.price_book,
    provider: order.provider,
    external_id: started?.externalId ?? null,
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

/** Grants every paid month that has begun. Before each month, the remaining credits of earlier ones are trimmed to the cap. */
export async function grantMonths(
  ctx: Context,
  tx: Db,
  subscription: sql.SubscriptionRow,
): Promise<sql.SubscriptionRow> {
  const { workspace_id, anchor_at, months_paid, credits_per_month } = subscription
  const now = ctx.clock.now()
  let month = subscription.months_granted
  for (; month < months_paid && (month === 0 || addMonths(anchor_at, month) <= now); month++) {
    if (month > 0)
      await trimCredits(ctx, tx, workspace_id, { source: `${subscription.id}/`, cap: subscription.rollover_cap })
    const source = monthSource(subscription, month)
    await grantCredits(ctx, tx, workspace_id, { kind: 'subscription', source, amount: credits_per_month })
  }
  const changes = { months_granted: month, due_at: addMonths(anchor_at, month), updated_at: now }
  return sql.updateSubscription(tx, subscription, changes)
}

/** Ends the subscription: nothing more is granted or charged. Granted credits remain. */
export async function endSubscription(
  ctx: Context,
  tx: Db,
  subscription: sql.SubscriptionRow,
): Promise<sql.SubscriptionRow> {
  const now = ctx.clock.now()
  await cancelOpenRenewals(tx, subscription.workspace_id, subscription.id, now)
  const changes = { status: 'canceled', due_at: null, ended_at: now, updated_at: now } as const
  return sql.updateSubscription(tx, subscription, changes)
}
