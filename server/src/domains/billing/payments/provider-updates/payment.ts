import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { grantCredits } from '../../credits/grants.ts'
import type { ProviderName } from '../contract/order.ts'
import { unpaidFields } from '../orders/new-order.ts'
import type { PaymentUpdateByKind } from '../providers/provider.ts'
import * as sql from '../sql/orders.ts'
import { updatePayerDeclined, updatePayerPaid } from '../sql/payers.ts'
import { findRef, insertRef } from '../sql/payment-refs.ts'
import { paySubscription } from '../subscriptions/lifecycle.ts'
import { recordPayer } from './payer.ts'

/** Number of consecutive declines after which a payer's saved method is no longer charged. */
const DECLINES_MAX = 2

/**
 * Grants the credits of a payment; no other code does. A pending order becomes paid and grants in one transaction. So does a
 * failed or canceled order whose payment arrives after all. An order in any other status has already had its grant.
 */
export async function applyPaid(ctx: Context, tx: Db, update: PaymentUpdateByKind<'paid'>): Promise<void> {
  const { workspaceId, orderId } = update
  const order = await sql.lockOrder(tx, workspaceId, orderId)
  if (!order) return ctx.log.error({ order: orderId }, 'a payment names an order that does not exist')
  await recordPayer(ctx, tx, order, update.payer)
  for (const ref of update.refs) {
    const owner = await insertRef(tx, order.provider, ref, { workspace_id: workspaceId, owner_id: orderId })
    if (owner.owner_id !== orderId)
      return ctx.log.error({ order: orderId, ref, owner: owner.owner_id }, 'a payment already belongs to another order')
  }
  if (!['pending', 'failed', 'canceled'].includes(order.status)) return
  const now = ctx.clock.now()
  const external_id = order.external_id ?? update.refs.find((ref) => ref !== orderId) ?? null
  const changes = { url: null, error: null, attempt_at: null, external_id, paid_at: now, updated_at: now }
  const paid = await sql.updateOrder(tx, workspaceId, orderId, { status: 'paid', ...changes })
  if (paid.kind === 'subscription') return paySubscription(ctx, tx, paid, update.subscription)
  await grantCredits(ctx, tx, workspaceId, { kind: 'pack', source: orderId, amount: paid.credits })
  if (paid.kind === 'topup') await updatePayerPaid(tx, workspaceId, paid.provider, now)
}

export async function applyUnpaid(ctx: Context, tx: Db, update: PaymentUpdateByKind<'unpaid'>): Promise<void> {
  const { workspaceId, orderId, status, reason } = update
  const order = await sql.lockOrder(tx, workspaceId, orderId)
  if (order?.status !== 'pending') return
  const now = ctx.clock.now()
  const changes = { status, error: reason, url: null, attempt_at: null, updated_at: now }
  await sql.updateOrder(tx, workspaceId, orderId, changes)
  if (order.kind !== 'topup' || status !== 'failed') return
  const declinesMax = update.needsAuthentication ? 1 : DECLINES_MAX
  await updatePayerDeclined(tx, workspaceId, order.provider, { declinesMax, reason, now })
}

/**
 * Applies a bill. The first bill of a subscription pays its order; each later bill becomes a new order, found by the bill's id.
 */
export async function applyRenewed(
  ctx: Context,
  tx: Db,
  provider: ProviderName,
  update: PaymentUpdateByKind<'renewed'>,
): Promise<void> {
  const { workspaceId, orderId, invoiceId, refs, subscription, payer } = update
  const payment = { refs: [invoiceId, ...refs], subscription, ...(payer && { payer }) }
  const first = await sql.lockOrder(tx, workspaceId, orderId)
  if (!first) return ctx.log.error({ order: orderId }, 'a bill names an order that does not exist')
  const known = await findRef(tx, provider, invoiceId)
  if (known || first.paid_at === null)
    return applyPaid(ctx, tx, { kind: 'paid', workspaceId, orderId: known?.owner_id ?? orderId, ...payment })
  const id = ctx.ids.next('order')
  await sql.insertOrder(tx, { ...first, id, external_id: invoiceId, ...unpaidFields(ctx) })
  await applyPaid(ctx, tx, { kind: 'paid', workspaceId, orderId: id, ...payment })
}
