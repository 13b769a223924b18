import type { PriceBook } from '../../credits/price-book.ts'
import type { Payer, Purchase } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import type { PayerRow } from '../sql/payers.ts'

/**
 * Returns the data about an order that the provider receives. Without the book, the title has the item's id instead of its name.
 */
export function toPurchase(order: OrderRow, book?: PriceBook): Purchase {
  const items = order.interval === null ? book?.packs : book?.plans
  const name = items?.find(({ id }) => id === order.item_id)?.name ?? order.item_id
  const credits = order.credits.toLocaleString('en-US')
  return {
    workspaceId: order.workspace_id,
    orderId: order.id,
    kind: order.kind,
    itemId: order.item_id,
    title: `${name}: ${credits} credits${order.interval === null ? '' : ' a month'}`,
    priceUsdCents: order.price_usd_cents,
    interval: order.interval,
    externalId: order.external_id,
    createdAt: order.created_at,
  }
}

export function toPayer(row: PayerRow | undefined): Payer {
  return { customerId: row?.customer_id ?? null, methodId: row?.method_id ?? null }
}
