import { Type } from 'typebox'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { job } from '../../../../queue/job.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { getAvailableCredits } from '../../credits/balance.ts'
import type { PriceBook } from '../../credits/price-book.ts'
import { bookFor } from '../../credits/published-books.ts'
import type { AutoTopup, AutoTopupRequest } from '../contract/order.ts'
import { newOrder, packItem } from '../orders/checkout.ts'
import { configuredProvider } from '../providers/open.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { TopupRow } from '../sql/auto-topups.ts'
import * as sql from '../sql/auto-topups.ts'
import * as orders from '../sql/orders.ts'
import * as payers from '../sql/payers.ts'

/** Charges an order as soon as it is there; what is left of it is found by the timer. */
export const chargeTopup = job({
  id: 'topups.charge',
  payload: Type.Object({ order_id: Type.String() }),
  leaseSeconds: 10,
})

const ATTEMPTS_MOST = 2
const ATTEMPTS_MS = 10 * 60_000
const FAILURES_MOST = 1
const FAILURES_MS = 60 * 60_000

export async function getAutoTopup(ctx: Context, db: Db, workspaceId: string): Promise<AutoTopup> {
  const row = await sql.findTopup(db, workspaceId)
  if (!row) throw noTopup()
  return present(ctx, db, row)
}

export async function setAutoTopup(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { threshold, pack_id }: AutoTopupRequest,
): Promise<AutoTopup> {
  packItem(await bookFor(ctx, workspaceId), pack_id, 'topup')
  const now = ctx.clock.now()
  return transaction(db, async (tx) => {
    const row = { workspace_id: workspaceId, threshold, pack_id, created_at: now, updated_at: now }
    const stored = await sql.upsertTopup(tx, row)
    await ctx.control.announce(tx, 'topups')
    return present(ctx, tx, stored)
  })
}

export async function deleteAutoTopup(ctx: Context, db: Db, workspaceId: string): Promise<AutoTopup> {
  return transaction(db, async (tx) => {
    const row = await sql.deleteTopup(tx, workspaceId)
    if (!row) throw noTopup()
    await ctx.control.announce(tx, 'topups')
    return present(ctx, tx, row)
  })
}

function noTopup(): ApiError {
  return new ApiError('not_found', 'This workspace has no automatic top-up.')
}

async function present(ctx: Context, db: Db, row: TopupRow): Promise<AutoTopup> {
  const provider = await configuredProvider(ctx)
  const reason = await suspension(ctx, db, provider, row)
  return {
    threshold: row.threshold,
    pack_id: row.pack_id,
    status: reason === null ? 'active' : 'suspended',
    reason,
    open_order_id: (await sql.findOpenTopupOrder(db, row.workspace_id)) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Why nothing is bought until somebody does something about it; null when all is well. */
async function suspension(ctx: Context, db: Db, provider: PaymentProvider, row: TopupRow): Promise<string | null> {
  const book = await bookFor(ctx, row.workspace_id)
  if (!hasPack(book, row.pack_id)) return 'unknown_pack'
  const payer = await payers.findPayer(db, row.workspace_id, provider.name)
  if (payer?.blocked_reason) return payer.blocked_reason
  return provider.keepsMethods && !payer?.method_id ? 'no_payment_method' : null
}

function hasPack(book: PriceBook, packId: string): boolean {
  return book.packs.some(({ id }) => id === packId)
}

/** Orders a top-up if it is needed and no brake holds it; answers the order. Any number may ask at once. */
export async function orderTopup(ctx: Context, workspaceId: string): Promise<string | undefined> {
  const provider = await configuredProvider(ctx)
  const book = await bookFor(ctx, workspaceId)
  return transaction(ctx.db, async (tx) => {
    const row = await sql.lockTopup(tx, workspaceId)
    if (!row || (await getAvailableCredits(tx, workspaceId)) >= row.threshold) return undefined
    if ((await suspension(ctx, tx, provider, row)) !== null) return undefined
    if (await isBraked(ctx, tx, workspaceId)) return undefined
    const order = newOrder(ctx, workspaceId, provider, book, packItem(book, row.pack_id, 'topup'))
    if (provider.keepsMethods) order.attempt_at = order.created_at
    if (!(await orders.insertOpenOrder(tx, order))) return undefined
    if (order.attempt_at) await enqueue(ctx, tx, chargeTopup, { order_id: order.id }, { workspaceId })
    return order.id
  })
}

async function isBraked(ctx: Context, tx: Db, workspaceId: string): Promise<boolean> {
  const now = ctx.clock.now().getTime()
  const recent = await orders.countTopups(tx, workspaceId, {
    attemptsSince: new Date(now - ATTEMPTS_MS),
    failuresSince: new Date(now - FAILURES_MS),
  })
  return recent.open > 0 || recent.attempts >= ATTEMPTS_MOST || recent.failures >= FAILURES_MOST
}

/** Finds those who are low without having been noticed: a process that ended at the wrong moment, a threshold set above the balance. */
export async function orderMissedTopups(ctx: Context): Promise<void> {
  for (const workspaceId of await sql.listLow(ctx.db, 1000)) await orderTopup(ctx, workspaceId)
}
