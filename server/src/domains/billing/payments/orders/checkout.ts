import type { Context } from '../../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, pageOf } from '../../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import type { PriceBook } from '../../credits/price-book.ts'
import { bookFor } from '../../credits/published-books.ts'
import type { CheckoutRequest, Order } from '../contract/order.ts'
import { applyFacts, rememberPayer } from '../provider-updates/payment.ts'
import { configuredProvider } from '../providers/open.ts'
import type { Checkout, Payer, PaymentProvider, Purchase } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as sql from '../sql/orders.ts'
import * as payers from '../sql/payers.ts'
import { hasSubscription } from '../subscriptions/lifecycle.ts'

/** How long an opened checkout is left alone before somebody asks the provider what became of it. */
const LOOKUP_MS = 15 * 60_000

/** Writes the order down first: whatever the provider does for it then has a name. */
export async function checkout(ctx: Context, workspaceId: string, body: CheckoutRequest): Promise<Order> {
  const provider = await configuredProvider(ctx)
  const book = await bookFor(ctx, workspaceId)
  if (body.plan_id !== undefined && (await hasSubscription(ctx.db, workspaceId)))
    throw new ApiError('wrong_state', 'This workspace has a subscription: it must end before another begins.')
  const order = newOrder(ctx, workspaceId, provider, book, wantedItem(book, body))
  if (provider.name === 'stripe') order.attempt_at = new Date(order.created_at.getTime() + LOOKUP_MS)
  await sql.insertOrder(ctx.db, order)
  const payer = payerOf(await payers.findPayer(ctx.db, workspaceId, provider.name))
  const opened = await provider.checkout(purchaseOf(order, book), payer, returnUrl(ctx, order.id))
  return presentOrder(ctx, await recordCheckout(ctx, order, opened))
}

function recordCheckout(ctx: Context, order: OrderRow, opened: Checkout): Promise<OrderRow> {
  const { workspace_id, id, provider } = order
  return transaction(ctx.db, async (tx) => {
    // The provider's webhook may have been faster: then the order is paid already, and its page is of no use.
    const now = await sql.lockOrder(tx, workspace_id, id)
    const url = now?.status === 'pending' ? opened.url : null
    await sql.updateOrder(tx, workspace_id, id, ctx.clock.now(), { url, external_id: opened.externalId })
    if (opened.externalId) await payers.insertRef(tx, provider, opened.externalId, { workspace_id, owner_id: id })
    await rememberPayer(ctx, tx, order, opened.payer)
    await applyFacts(ctx, tx, provider, opened.facts)
    return (await sql.findOrder(tx, workspace_id, id)) as OrderRow
  })
}

interface Item {
  readonly kind: 'pack' | 'subscription' | 'topup'
  readonly id: string
  readonly credits: number
  readonly priceUsd: number
  readonly interval: 'month' | 'year' | null
}

function wantedItem(book: PriceBook, body: CheckoutRequest): Item {
  if (body.pack_id !== undefined) return packItem(book, body.pack_id, 'pack')
  const plan = book.plans.find(({ id }) => id === body.plan_id)
  if (!plan || !body.interval) throw unknownItem('plan', body.plan_id)
  const priceUsd = body.interval === 'year' ? plan.yearly_price_usd : plan.monthly_price_usd
  return { kind: 'subscription', id: plan.id, credits: plan.credits_per_month, priceUsd, interval: body.interval }
}

export function packItem(book: PriceBook, packId: string, kind: 'pack' | 'topup'): Item {
  const pack = book.packs.find(({ id }) => id === packId)
  if (!pack) throw unknownItem('pack', packId)
  return { kind, id: pack.id, credits: pack.credits, priceUsd: pack.price_usd, interval: null }
}

function unknownItem(what: 'pack' | 'plan', given: string | undefined): InvalidRequest {
  const reason = `there is no such ${what}; GET /v1/public/pricing lists them`
  return new InvalidRequest([invalidValue(['body', `${what}_id`], reason, given)])
}

export function newOrder(
  ctx: Context,
  workspaceId: string,
  provider: Pick<PaymentProvider, 'name'>,
  book: PriceBook,
  item: Item,
): OrderRow {
  const now = ctx.clock.now()
  return {
    workspace_id: workspaceId,
    id: ctx.ids.next('order'),
    kind: item.kind,
    item_id: item.id,
    interval: item.interval,
    credits: item.credits,
    price_usd_cents: Math.round(item.priceUsd * 100),
    price_book: book.name,
    provider: provider.name,
    external_id: null,
    status: 'pending',
    url: null,
    error: null,
    subscription_id: item.kind === 'subscription' ? ctx.ids.next('subscription') : null,
    months: item.interval && (item.interval === 'year' ? 12 : 1),
    first_month: null,
    attempt_at: null,
    attempts: 0,
    refunded_cents: 0,
    revoked_credits: 0,
    debt_credits: 0,
    created_at: now,
    updated_at: now,
    paid_at: null,
  }
}

/** What the provider is told of an order. */
export function purchaseOf(order: OrderRow, book?: PriceBook): Purchase {
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

export function payerOf(row: payers.PayerRow | undefined): Payer {
  return { customerId: row?.customer_id ?? null, methodId: row?.method_id ?? null }
}

function returnUrl({ config }: Context, orderId: string): string {
  const url = new URL(config.CHECKOUT_RETURN_URL ?? config.QUOIN_PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`)
  url.searchParams.set('order', orderId)
  return url.href
}

export async function listOrders(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Order>> {
  const rows = await sql.listOrders(db, workspaceId, { limit: query.limit, after: afterId(query.cursor) })
  return pageOf(rows, (row) => presentOrder(ctx, row))
}

export function presentOrder(ctx: Context, row: OrderRow): Order {
  const isByHand = row.status === 'pending' && row.provider === 'manual'
  return {
    id: row.id,
    kind: row.kind,
    pack_id: row.interval === null ? row.item_id : null,
    plan_id: row.interval === null ? null : row.item_id,
    interval: row.interval,
    credits: row.credits,
    price_usd_cents: row.price_usd_cents,
    status: row.status,
    provider: row.provider,
    url: row.url,
    instructions: isByHand ? ctx.config.PAYMENT_INSTRUCTIONS : null,
    error: row.error,
    debt_credits: row.debt_credits,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}
