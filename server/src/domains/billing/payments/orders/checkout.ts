import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { bookFor } from '../../credits/published-books.ts'
import type { CheckoutRequest, Order } from '../contract/order.ts'
import { applyUpdates } from '../provider-updates/apply.ts'
import { recordPayer } from '../provider-updates/payer.ts'
import { configuredProvider } from '../providers/open-provider.ts'
import type { Checkout } from '../providers/provider.ts'
import * as sql from '../sql/orders.ts'
import { findPayer } from '../sql/payers.ts'
import { insertRef } from '../sql/payment-refs.ts'
import { hasRunningSubscription } from '../subscriptions/read.ts'
import { requestedItem } from './item.ts'
import { newOrder } from './new-order.ts'
import { toPayer, toPurchase } from './purchase.ts'
import { presentOrder } from './read.ts'

/** Time after opening a checkout at which the provider is asked for the outcome, if no webhook has arrived. */
const LOOKUP_MS = 15 * 60_000

/** Stores the order before calling the provider, so that any result at the provider has an order to belong to. */
export async function checkout(ctx: Context, workspaceId: string, body: CheckoutRequest): Promise<Order> {
  const provider = await configuredProvider(ctx)
  const book = await bookFor(ctx, workspaceId)
  if (body.plan_id !== undefined && (await hasRunningSubscription(ctx.db, workspaceId)))
    throw new ApiError(
      'wrong_state',
      'This workspace already has a subscription. Cancel it first, and subscribe again when it has ended.',
    )
  const order = newOrder(ctx, workspaceId, { provider, book, item: requestedItem(book, body) })
  if (provider.name === 'stripe') order.attempt_at = new Date(order.created_at.getTime() + LOOKUP_MS)
  await sql.insertOrder(ctx.db, order)
  const payer = toPayer(await findPayer(ctx.db, workspaceId, provider.name))
  const opened = await provider.checkout(toPurchase(order, book), payer, returnUrl(ctx, order.id))
  return presentOrder(ctx, await recordCheckout(ctx, order, opened))
}

function recordCheckout(ctx: Context, order: sql.OrderRow, opened: Checkout): Promise<sql.OrderRow> {
  const { workspace_id, id, provider } = order
  return transaction(ctx.db, async (tx) => {
    // The provider's webhook may have arrived first: then the order is paid, and its page is no longer needed.
    const current = await sql.lockOrder(tx, workspace_id, id)
    const url = current?.status === 'pending' ? opened.url : null
    const changes = { url, external_id: opened.externalId, updated_at: ctx.clock.now() }
    await sql.updateOrder(tx, workspace_id, id, changes)
    if (opened.externalId) await insertRef(tx, provider, opened.externalId, { workspace_id, owner_id: id })
    await recordPayer(ctx, tx, order, opened.payer)
    await applyUpdates(ctx, tx, provider, opened.updates)
    return (await sql.findOrder(tx, workspace_id, id)) as sql.OrderRow
  })
}

function returnUrl({ config, publicUrl }: Context, orderId: string): string {
  const url = new URL(config.CHECKOUT_RETURN_URL ?? `${publicUrl.get()}/billing/orders`)
  url.searchParams.set('order', orderId)
  return url.href
}
