import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { bookNamed } from '../../credits/published-books.ts'
import { newOrder } from '../orders/new-order.ts'
import { toPayer, toPurchase } from '../orders/purchase.ts'
import { applyUpdates } from '../provider-updates/apply.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { PaymentProvider, PaymentUpdate } from '../providers/provider.ts'
import { findOpenRenewal, insertOpenOrder, type OrderRow } from '../sql/orders.ts'
import { findPayer } from '../sql/payers.ts'
import * as sql from '../sql/subscriptions.ts'
import { endSubscription, grantMonths } from './lifecycle.ts'
import { addMonths } from './months.ts'

const DAY_MS = 86_400_000
/** Time after which an unpaid subscription ends. */
const PAST_DUE_MS_MAX = 30 * DAY_MS
const RETRY_MS = DAY_MS

/** Grants months that have begun, charges due payments and ends expired subscriptions. It may run late and repeatedly. */
export async function renewDueSubscriptions(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { workspace_id, id } of await sql.listDueSubscriptions(ctx.db, now, 1000)) {
    await renew(ctx, workspace_id, id).catch((error: unknown) =>
      ctx.log.error({ err: error, subscription: id }, 'could not renew a subscription; it will be retried'),
    )
  }
}

/** Grants or ends in a transaction what needs no payment; then, outside any transaction, collects the due payment. */
async function renew(ctx: Context, workspaceId: string, id: string): Promise<void> {
  for (;;) {
    const unpaid = await transaction(ctx.db, async (tx) => {
      const now = ctx.clock.now()
      const due = await sql.lockSubscription(tx, workspaceId, id)
      if (!due?.due_at || due.due_at > now) return undefined
      if (due.months_granted < due.months_paid) await grantMonths(ctx, tx, due)
      else if (due.cancel_at_period_end || isPastDueTooLong(due, now)) await endSubscription(ctx, tx, due)
      // Postponed before the provider is called, so that a failure is not retried at once.
      else return sql.updateSubscription(tx, due, { due_at: new Date(now.getTime() + RETRY_MS), updated_at: now })
      return undefined
    })
    if (!unpaid) return
    if (!(await collect(ctx, unpaid))) return
  }
}

function isPastDueTooLong({ past_due_at }: sql.SubscriptionRow, now: Date): boolean {
  return past_due_at !== null && now.getTime() - past_due_at.getTime() >= PAST_DUE_MS_MAX
}

/** Collects the payment for the next period. Returns true when it is paid: then more may be due. */
async function collect(ctx: Context, subscription: sql.SubscriptionRow): Promise<boolean> {
  const provider = await openProvider(ctx, subscription.provider)
  const updates = provider.canBillRenewals
    ? await lookupRenewals(provider, subscription)
    : await chargeRenewal(ctx, provider, subscription)
  return transaction(ctx.db, async (tx) => {
    await applyUpdates(ctx, tx, provider.name, updates)
    const current = await sql.lockSubscription(tx, subscription.workspace_id, subscription.id)
    if (!current || current.status === 'canceled' || current.months_paid > subscription.months_paid)
      return current?.status === 'active'
    // A provider that bills renewals itself takes hours, and reports a failure.
    const now = ctx.clock.now()
    const isLate = now.getTime() - addMonths(current.anchor_at, current.months_paid).getTime() >= DAY_MS
    if (!provider.canBillRenewals || isLate)
      await sql.updateSubscription(tx, current, {
        status: 'past_due',
        past_due_at: current.past_due_at ?? now,
        updated_at: now,
      })
    return false
  })
}

async function lookupRenewals(
  provider: PaymentProvider,
  { external_id }: sql.SubscriptionRow,
): Promise<readonly PaymentUpdate[]> {
  return external_id ? provider.lookupRenewals(external_id) : []
}

async function chargeRenewal(
  ctx: Context,
  provider: PaymentProvider,
  subscription: sql.SubscriptionRow,
): Promise<readonly PaymentUpdate[]> {
  const order = await openRenewalOrder(ctx, provider, subscription)
  if (!order) return []
  const purchase = toPurchase(order, await bookNamed(ctx.db, order.price_book))
  const payer = toPayer(await findPayer(ctx.db, order.workspace_id, provider.name))
  const known = await provider.lookup(purchase, payer)
  return known.length > 0 ? known : provider.charge(purchase, payer)
}

/** Returns the only open order for the next period: an earlier attempt's, or a new one. */
async function openRenewalOrder(
  ctx: Context,
  provider: PaymentProvider,
  subscription: sql.SubscriptionRow,
): Promise<OrderRow | undefined> {
  const { workspace_id, id, plan_id, credits_per_month, price_usd_cents, interval } = subscription
  const book = await bookNamed(ctx.db, subscription.price_book)
  const item = {
    kind: 'subscription',
    id: plan_id,
    credits: credits_per_month,
    priceUsdCents: price_usd_cents,
    interval,
  } as const
  const order = newOrder(ctx, workspace_id, { provider, book, item })
  await insertOpenOrder(ctx.db, { ...order, subscription_id: id })
  return findOpenRenewal(ctx.db, workspace_id, id)
}
