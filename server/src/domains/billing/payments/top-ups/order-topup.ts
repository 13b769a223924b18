import type { Context } from '../../../../kit/context.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { job } from '../../../../queue/job.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { getAvailableCredits } from '../../credits/balance.ts'
import { bookFor } from '../../credits/published-books.ts'
import { packItem } from '../orders/item.ts'
import { newOrder } from '../orders/new-order.ts'
import { configuredProvider } from '../providers/open-provider.ts'
import { listWorkspacesToTopUp, lockTopup } from '../sql/auto-topups.ts'
import { countRecentTopups, insertOpenOrder } from '../sql/orders.ts'
import { suspensionReason } from './suspension.ts'

/** Charges a new top-up order at once; the timer `orders.attempt` retries orders that the job leaves unfinished. */
export const chargeTopup = job({
  id: 'topups.charge',
  payload: Type.Object({ order_id: Type.String() }),
  leaseSeconds: 10,
})

const ATTEMPTS_MAX = 2
const ATTEMPTS_MS = 10 * 60_000
const FAILURES_MAX = 1
const FAILURES_MS = 60 * 60_000

/** Orders a top-up if the balance is low and no limit forbids it; returns the order's id. Safe to call concurrently. */
export async function orderTopup(ctx: Context, workspaceId: string): Promise<string | undefined> {
  const provider = await configuredProvider(ctx)
  const book = await bookFor(ctx, workspaceId)
  return transaction(ctx.db, async (tx) => {
    const row = await lockTopup(tx, workspaceId)
    if (!row || (await getAvailableCredits(tx, workspaceId)) >= row.threshold) return undefined
    if ((await suspensionReason(ctx, tx, provider, row)) !== null) return undefined
    if (await hasReachedLimit(ctx, tx, workspaceId)) return undefined
    const order = newOrder(ctx, workspaceId, { provider, book, item: packItem(book, row.pack_id, 'topup') })
    if (provider.canSaveMethods) order.attempt_at = order.created_at
    if (!(await insertOpenOrder(tx, order))) return undefined
    if (order.attempt_at) await enqueue(ctx, tx, chargeTopup, { order_id: order.id }, { workspaceId })
    return order.id
  })
}

async function hasReachedLimit(ctx: Context, tx: Db, workspaceId: string): Promise<boolean> {
  const now = ctx.clock.now().getTime()
  const recent = await countRecentTopups(tx, workspaceId, {
    attemptsSince: new Date(now - ATTEMPTS_MS),
    failuresSince: new Date(now - FAILURES_MS),
  })
  return recent.open > 0 || recent.attempts >= ATTEMPTS_MAX || recent.failures >= FAILURES_MAX
}

/** Orders top-ups that `watchBalances` missed because its process ended or the threshold was raised above the balance. */
export async function orderMissedTopups(ctx: Context): Promise<void> {
  for (const workspaceId of await listWorkspacesToTopUp(ctx.db, 1000)) await orderTopup(ctx, workspaceId)
}
