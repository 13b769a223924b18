import type { Context } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { emit } from '../../../webhooks/emit.ts'
import { getCredits } from './balance.ts'
import { creditsLow } from './contract/events.ts'
import * as sql from './sql/low-balances.ts'
import { lockWallet } from './sql/wallets.ts'

/** Time for which a workspace is not checked again after a low balance. */
const REST_MS = 5000

/** Detects low balances as charges settle. A workspace with enough credits costs one comparison and no query. */
export function watchLowBalances(ctx: Context): void {
  const { CREDITS_LOW: threshold } = ctx.config
  const restingUntil = new Map<string, number>()
  ctx.ledger.onSettled((workspaceId, available) => {
    if (available >= threshold) return
    const now = ctx.clock.now().getTime()
    for (const [workspace, until] of restingUntil) if (until <= now) restingUntil.delete(workspace)
    if (restingUntil.has(workspaceId)) return
    restingUntil.set(workspaceId, now + REST_MS)
    emitIfLow(ctx, workspaceId).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'could not emit credits.low; the timer will emit it')
    })
  })
}

/** Emits `credits.low` unless it was emitted since the balance last fell below the threshold. Safe to call concurrently. */
async function emitIfLow(ctx: Context, workspaceId: string): Promise<void> {
  const { CREDITS_LOW: threshold } = ctx.config
  await transaction(ctx.db, async (tx) => {
    // A grant locks the wallet too: either it deletes the row inserted here, or its credits are visible here.
    await lockWallet(tx, workspaceId)
    if (!(await sql.insertLowBalance(tx, workspaceId, threshold, ctx.clock.now()))) return
    const credits = await getCredits(ctx, tx, workspaceId)
    await emit(ctx, tx, creditsLow, { credits, threshold }, { workspaceId })
  })
}

/** Allows the event to be emitted again, in the transaction that added credits. */
export async function forgetLowBalance(ctx: Context, tx: Db, workspaceId: string): Promise<void> {
  await sql.deleteLowBalance(tx, workspaceId, ctx.config.CREDITS_LOW)
}

/** Emits the events that `watchLowBalances` missed because its process ended or credits expired. */
export async function emitMissedLowBalances(ctx: Context): Promise<void> {
  for (const workspaceId of await sql.listLowWallets(ctx.db, ctx.config.CREDITS_LOW, 1000))
    await emitIfLow(ctx, workspaceId)
}
