import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { bookNamed } from '../../credits/published-books.ts'
import { applyUpdates } from '../provider-updates/apply.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { PaymentProvider, PaymentUpdate } from '../providers/provider.ts'
import * as sql from '../sql/orders.ts'
import { findPayer } from '../sql/payers.ts'
import { toPayer, toPurchase } from './purchase.ts'

/** Duration of a claim, during which no other process attempts the order. */
const CLAIM_MS = 2 * 60_000
const RETRY_MS = 5 * 60_000
const LOOKUP_MS = 60 * 60_000
/**
 * Maximum age of an order that may be charged. Providers keep idempotency keys for a day, so an older order could be charged
 * twice.
 */
const CHARGE_MS = 12 * 60 * 60_000

/** Charges pending top-ups, and looks up orders whose outcome no webhook has reported. */
export async function attemptDueOrders(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { workspace_id, id } of await sql.listDueOrders(ctx.db, now, 1000))
    await attemptOrder(ctx, workspace_id, id)
}

/**
 * Attempts one order, if it is due and no other process has claimed it. After a failure, a later attempt looks up the outcome.
 */
export async function attemptOrder(ctx: Context, workspaceId: string, orderId: string): Promise<void> {
  await attempt(ctx, workspaceId, orderId).catch((error: unknown) =>
    ctx.log.warn({ err: error, order: orderId }, 'the outcome of an order is unknown; it will be looked up'),
  )
}

async function attempt(ctx: Context, workspaceId: string, orderId: string): Promise<void> {
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + CLAIM_MS)
  const order = await sql.claimOrder(ctx.db, workspaceId, orderId, { now, until })
  if (!order) return
  const provider = await openProvider(ctx, order.provider)
  const updates = await chargeOrLookup(ctx, provider, order)
  failpoint('topup_after_charge')
  await transaction(ctx.db, async (tx) => {
    await applyUpdates(ctx, tx, provider.name, updates)
    const after = await sql.lockOrder(tx, workspaceId, orderId)
    if (after?.status !== 'pending') return
    const attemptedAt = ctx.clock.now()
    const delayMs = order.kind === 'topup' ? RETRY_MS : LOOKUP_MS
    await sql.updateOrder(tx, workspaceId, orderId, {
      attempt_at: new Date(attemptedAt.getTime() + delayMs),
      updated_at: attemptedAt,
    })
  })
}

/** Charges only on a top-up's first attempt; a later attempt first looks up the result of the previous one. */
async function chargeOrLookup(
  ctx: Context,
  provider: PaymentProvider,
  order: sql.OrderRow,
): Promise<readonly PaymentUpdate[]> {
  const purchase = toPurchase(order, await bookNamed(ctx.db, order.price_book))
  const payer = toPayer(await findPayer(ctx.db, order.workspace_id, provider.name))
  if (order.kind !== 'topup') return provider.lookup(purchase, payer)
  if (order.attempts > 1) {
    const known = await provider.lookup(purchase, payer)
    if (known.length > 0) return known
    if (ctx.clock.now().getTime() - order.created_at.getTime() > CHARGE_MS) return [neverCharged(order)]
  }
  return provider.charge(purchase, payer)
}

function neverCharged({ workspace_id, id }: sql.OrderRow): PaymentUpdate {
  const reason = 'the payment provider could not be reached'
  return { kind: 'unpaid', workspaceId: workspace_id, orderId: id, status: 'canceled', reason }
}
