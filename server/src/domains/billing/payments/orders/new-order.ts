import type { Context } from '../../../../kit/context.ts'
import type { PriceBook } from '../../credits/price-book.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import type { OrderItem } from './item.ts'

/** Builds the row of a pending order; the caller stores it. */
export function newOrder(
  ctx: Context,
  workspaceId: string,
  { provider, book, item }: { provider: Pick<PaymentProvider, 'name'>; book: PriceBook; item: OrderItem },
): OrderRow {
  return {
    workspace_id: workspaceId,
    id: ctx.ids.next('order'),
    kind: item.kind,
    item_id: item.id,
    interval: item.interval,
    credits: item.credits,
    price_usd_cents: item.priceUsdCents,
    price_book: book.name,
    provider: provider.name,
    subscription_id: item.kind === 'subscription' ? ctx.ids.next('subscription') : null,
    months: item.interval && (item.interval === 'year' ? 12 : 1),
    external_id: null,
    ...unpaidFields(ctx),
  }
}

/** Returns the initial values of every order. */
export function unpaidFields(ctx: Context) {
  const now = ctx.clock.now()
  return {
    status: 'pending',
    url: null,
    error: null,
    first_month: null,
    attempt_at: null,
    attempts: 0,
    refunded_cents: 0,
    revoked_credits: 0,
    debt_credits: 0,
    created_at: now,
    updated_at: now,
    paid_at: null,
  } as const
}
