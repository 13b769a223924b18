import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { listGrantsBySource } from '../../credits/grants.ts'
import { revokeInOrder } from '../../credits/revoke.ts'
import type { ProviderName } from '../contract/order.ts'
import type { PaymentUpdateByKind } from '../providers/provider.ts'
import * as sql from '../sql/orders.ts'
import { blockPayer } from '../sql/payers.ts'
import { findRef } from '../sql/payment-refs.ts'
import { lockSubscription, updateSubscription } from '../sql/subscriptions.ts'
import { monthSource } from '../subscriptions/lifecycle.ts'
import { addMonths } from '../subscriptions/months.ts'

/**
 * Applies a refund or a dispute. Providers report the payment first, so a refund of an order that is not paid here is an error.
 */
export async function applyReversal(
  ctx: Context,
  tx: Db,
  provider: ProviderName,
  update: PaymentUpdateByKind<'refunded' | 'disputed'>,
): Promise<void> {
  const owner = await findRef(tx, provider, update.ref)
  const order = owner && (await sql.lockOrder(tx, owner.workspace_id, owner.owner_id))
  if (!order) return ctx.log.warn({ ref: update.ref }, 'a refund or dispute matches no order')
  if (order.paid_at === null) return ctx.log.error({ order: order.id }, 'a refund arrived before its payment')
  const refundedCents = update.kind === 'disputed' ? order.price_usd_cents : update.refundedCents
  await revokeRefunded(ctx, tx, order, { refundedCents, status: update.kind })
  if (update.kind === 'disputed')
    await blockPayer(tx, order.workspace_id, provider, { reason: 'disputed', now: ctx.clock.now() })
}

/**
 * Revokes the remaining credits of a refunded payment. Credits that were spent become a debt of the order; the wallet never
 * becomes negative. `refundedCents` is the sum of all refunds so far, so the same refund may be reported twice.
 */
async function revokeRefunded(
  ctx: Context,
  tx: Db,
  order: sql.OrderRow,
  { refundedCents, status }: { refundedCents: number; status: 'refunded' | 'disputed' },
): Promise<void> {
  const isFull = refundedCents >= order.price_usd_cents
  const grants = await listOrderGrants(tx, order)
  const granted = grants.reduce((sum, grant) => sum + grant.amount, 0)
  const share = isFull ? granted : Math.floor((granted * refundedCents) / order.price_usd_cents)
  const due = share - order.revoked_credits - order.debt_credits
  const reason = `${status}: ${order.id}`
  const revoked = await revokeInOrder(ctx, tx, order.workspace_id, { grants, most: due, reason })
  await sql.updateOrder(tx, order.workspace_id, order.id, {
    ...(isFull && { status }),
    refunded_cents: Math.max(refundedCents, order.refunded_cents),
    revoked_credits: order.revoked_credits + revoked,
    debt_credits: order.debt_credits + Math.max(0, due - revoked),
    updated_at: ctx.clock.now(),
  })
  if (isFull) await dropUngrantedMonths(ctx, tx, order)
}

async function listOrderGrants(tx: Db, order: sql.OrderRow) {
  if (order.kind !== 'subscription') return listGrantsBySource(tx, order.workspace_id, 'pack', [order.id])
  const subscription = await lockSubscription(tx, order.workspace_id, order.subscription_id ?? '')
  if (!subscription || order.first_month === null) return []
  const first = order.first_month
  const sources = Array.from({ length: order.months ?? 0 }, (_, at) => monthSource(subscription, first + at))
  return listGrantsBySource(tx, order.workspace_id, 'subscription', sources)
}

/**
 * Drops the months that a refunded last payment has not granted yet, and ends the subscription. A subscription that Stripe bills
 * ends when Stripe reports it.
 */
async function dropUngrantedMonths(ctx: Context, tx: Db, order: sql.OrderRow): Promise<void> {
  if (order.kind !== 'subscription' || order.first_month === null) return
  const subscription = await lockSubscription(tx, order.workspace_id, order.subscription_id ?? '')
  const isLatest = subscription?.months_paid === order.first_month + (order.months ?? 0)
  if (!subscription || subscription.status === 'canceled' || !isLatest) return
  await updateSubscription(tx, subscription, {
    months_paid: subscription.months_granted,
    ...(order.provider !== 'stripe' && { cancel_at_period_end: true }),
    due_at: addMonths(subscription.anchor_at, subscription.months_granted),
    updated_at: ctx.clock.now(),
  })
}
