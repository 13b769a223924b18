import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { bookNamed } from '../../credits/published-books.ts'
import { newOrder, payerOf, purchaseOf } from '../orders/checkout.ts'
import { applyFacts } from '../provider-updates/payment.ts'
import { openProvider } from '../providers/open.ts'
import type { Fact, PaymentProvider } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as orders from '../sql/orders.ts'
import * as payers from '../sql/payers.ts'
import type { SubscriptionRow } from '../sql/subscriptions.ts'
import * as sql from '../sql/subscriptions.ts'
import { endSubscription, grantMonths } from './lifecycle.ts'
import { addMonths } from './months.ts'

const DAY_MS = 86_400_000
/** Unpaid for so long, a subscription ends. */
const PATIENCE_MS = 30 * DAY_MS
const RETRY_MS = DAY_MS

/** Gives the months that have begun, asks for the payments that are due, ends what is over. Safe to do twice, and late. */
export async function renewDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { workspace_id, id } of await sql.listDueSubscriptions(ctx.db, now, 1000)) {
    await renew(ctx, workspace_id, id).catch((error: unknown) =>
      ctx.log.error({ err: error, subscription: id }, 'a subscription was not renewed; it will be tried again'),
    )
  }
}

/** First what the books alone can settle; then, with no transaction open, the provider is asked. */
async function renew(ctx: Context, workspaceId: string, id: string): Promise<void> {
  for (;;) {
    const unpaid = await transaction(ctx.db, async (tx) => {
      const due = await sql.lockSubscription(tx, workspaceId, id)
      if (!due?.due_at || due.due_at > ctx.clock.now()) return undefined
      if (due.months_granted < due.months_paid) await grantMonths(ctx, tx, due)
      else if (due.cancel_at_period_end || isGivenUp(ctx, due)) await endSubscription(ctx, tx, due)
      // Put off before anything is asked: whatever happens next, it is not asked again at once.
      else return sql.updateSubscription(tx, due, ctx.clock.now(), { due_at: later(ctx, RETRY_MS) })
      return undefined
    })
    if (!unpaid) return
    if (!(await collect(ctx, unpaid))) return
  }
}

function isGivenUp(ctx: Context, { past_due_at }: SubscriptionRow): boolean {
  return past_due_at !== null && ctx.clock.now().getTime() - past_due_at.getTime() >= PATIENCE_MS
}

/** Asks for the next period's money. True when it came: then more may be due. */
async function collect(ctx: Context, subscription: SubscriptionRow): Promise<boolean> {
  const provider = await openProvider(ctx, subscription.provider)
  const order = provider.collectsRenewals
    ? await firstOrder(ctx, subscription)
    : await renewalOrder(ctx, provider, subscription)
  const facts = order ? await ask(ctx, provider, subscription, order) : []
  return transaction(ctx.db, async (tx) => {
    await applyFacts(ctx, tx, provider.name, facts)
    const now = await sql.lockSubscription(tx, subscription.workspace_id, subscription.id)
    if (!now || now.status === 'canceled' || now.months_paid > subscription.months_paid) return now?.status === 'active'
    // A provider that bills by itself needs hours for it; it tells us when that fails.
    const isLate = ctx.clock.now().getTime() - addMonths(now.anchor_at, now.months_paid).getTime() >= DAY_MS
    if (!provider.collectsRenewals || isLate)
      await sql.updateSubscription(tx, now, ctx.clock.now(), {
        status: 'past_due',
        past_due_at: now.past_due_at ?? ctx.clock.now(),
      })
    return false
  })
}

async function ask(
  ctx: Context,
  provider: PaymentProvider,
  subscription: SubscriptionRow,
  order: OrderRow,
): Promise<readonly Fact[]> {
  const purchase = purchaseOf(order, await bookNamed(ctx.db, order.price_book))
  if (provider.collectsRenewals)
    return subscription.external_id ? provider.catchUp(purchase, subscription.external_id) : []
  const payer = payerOf(await payers.findPayer(ctx.db, order.workspace_id, provider.name))
  const known = await provider.lookup(purchase, payer)
  return known.length > 0 ? known : provider.charge(purchase, payer)
}

async function firstOrder(ctx: Context, { workspace_id, id }: SubscriptionRow): Promise<OrderRow | undefined> {
  const orderId = await sql.findFirstOrderId(ctx.db, workspace_id, id)
  return orderId === undefined ? undefined : orders.findOrder(ctx.db, workspace_id, orderId)
}

/** The one open order for the next period: the one from the last time, or a new one. */
async function renewalOrder(
  ctx: Context,
  provider: PaymentProvider,
  subscription: SubscriptionRow,
): Promise<OrderRow | undefined> {
  const { workspace_id, id, plan_id, credits_per_month, price_usd_cents, interval } = subscription
  const book = await bookNamed(ctx.db, subscription.price_book)
  const item = { kind: 'subscription', id: plan_id, credits: credits_per_month, interval } as const
  const order = newOrder(ctx, workspace_id, provider, book, { ...item, priceUsd: price_usd_cents / 100 })
  await orders.insertOpenOrder(ctx.db, { ...order, subscription_id: id })
  return orders.findOpenRenewal(ctx.db, workspace_id, id)
}

function later(ctx: Context, ms: number): Date {
  return new Date(ctx.clock.now().getTime() + ms)
}
