import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Credits } from './contract/credits.ts'
import { bookFor } from './published-books.ts'
import { listUnspentGrants } from './sql/grants.ts'
import * as sql from './sql/wallets.ts'

export async function getCredits(ctx: Context, db: Db, workspaceId: string): Promise<Credits> {
  let wallet = await sql.findWallet(db, workspaceId)
  if (wallet?.next_expiry && wallet.next_expiry <= ctx.clock.now()) {
    await sql.expireGrants(db, workspaceId, ctx.clock.forDatabase())
    wallet = await sql.findWallet(db, workspaceId)
  }
  if (!wallet) throw new ApiError('not_found', 'This workspace has no wallet.')
  const { available, held, spent, expired, granted } = wallet
  const grants = await listUnspentGrants(db, workspaceId)
  return {
    available,
    held,
    spent,
    expired,
    granted,
    price_book: (await bookFor(ctx, workspaceId)).name,
    grants: grants.map(({ id, kind, amount, remaining, expires_at, created_at }) => ({
      id,
      kind,
      amount,
      remaining,
      expires_at: expires_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    })),
  }
}

/** Returns 0 for a workspace without a wallet. */
export async function getAvailableCredits(db: Db, workspaceId: string): Promise<number> {
  return (await sql.findWallet(db, workspaceId))?.available ?? 0
}

/** Returns the available credits of many workspaces at once. */
export async function listAvailableCredits(db: Db, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  return new Map((await sql.listAvailable(db, workspaceIds)).map((row) => [row.workspace_id, row.available]))
}

/** Expires due credits in every workspace. This only keeps balances current: each call expires due credits before it spends. */
export async function expireDueGrants(ctx: Context): Promise<void> {
  for (const workspaceId of await sql.listExpiringWallets(ctx.db, ctx.clock.now(), 1000))
    await sql.expireGrants(ctx.db, workspaceId, ctx.clock.forDatabase())
}
