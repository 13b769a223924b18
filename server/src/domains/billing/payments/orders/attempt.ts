import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { bookNamed } from '../../credits/published-books.ts'
import { applyFacts } from '../provider-updates/payment.ts'
import { openProvider } from '../providers/open.ts'
import type { Fact, PaymentProvider } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as sql from '../sql/orders.ts'
import * as payers from '../sql/payers.ts'
import { payerOf, purchaseOf } from './checkout.ts'

/** Nobody else touches an order for so long after one process has taken it. */
const CLAIM_MS = 2 * 60_000
const RETRY_MS = 5 * 60_000
const LOOKUP_MS = 60 * 60_000
/** Providers forget idempotency keys after a day: a charge they have not heard of by then is never sent again. */
const CHARGE_MS = 12 * 60 * 60_000

/** Charges what is to be charged, and asks what became of what was not heard of again. */
export async function attemptDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const { workspace_id, id } of await sql.listDueOrders(ctx.db, now, 1000)) await attempt(ctx, workspace_id, id)
}

/** One order, if it is due and nobody else has it. What fails leaves it to a later attempt. */
export async function attempt(ctx: Context, workspaceId: string, orderId: string): Promise<void> {
  await attemptOnce(ctx, workspaceId, orderId).catch((error: unknown) =>
    ctx.log.warn({ err: error, order: orderId }, 'what became of an order is not known; it will be looked up'),
  )
}

async function attemptOnce(ctx: Context, workspaceId: string, orderId: string): Promise<void> {
  const now = ctx.clock.now()
  const order = await sql.claimOrder(ctx.db, workspaceId, orderId, now, new Date(now.getTime() + CLAIM_MS))
  if (!order) return
  const provider = await openProvider(ctx, order.provider)
  const facts = await outcome(ctx, provider, order)
  await failpoint('topup_after_charge')
  await transaction(ctx.db, async (tx) => {
    await applyFacts(ctx, tx, provider.name, facts)
    const after = await sql.lockOrder(tx, workspaceId, orderId)
    if (after?.status !== 'pending') return
    const delay = order.kind === 'topup' ? RETRY_MS : LOOKUP_MS
    await sql.updateOrder(tx, workspaceId, orderId, ctx.clock.now(), {
      attempt_at: new Date(ctx.clock.now().getTime() + delay),
    })
  })
}

/** Only the first attempt charges unasked; any later one asks first what the one before has done. */
async function outcome(ctx: Context, provider: PaymentProvider, order: OrderRow): Promise<readonly Fact[]> {
  const purchase = purchaseOf(order, await bookNamed(ctx.db, order.price_book))
  const payer = payerOf(await payers.findPayer(ctx.db, order.workspace_id, provider.name))
  if (order.kind !== 'topup') return provider.lookup(purchase, payer)
  if (order.attempts > 1) {
    const known = await provider.lookup(purchase, payer)
    if (known.length > 0) return known
    if (ctx.clock.now().getTime() - order.created_at.getTime() > CHARGE_MS) return [neverSent(order)]
  }
  return provider.charge(purchase, payer)
}

function neverSent({ workspace_id, id }: OrderRow): Fact {
  const reason = 'the payment provider could not be reached'
  return { kind: 'unpaid', workspaceId: workspace_id, orderId: id, status: 'canceled', reason }
}
