import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { assertUnchanged, type IfMatch, nextVersionAt } from '../../../../kit/declare/version.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { bookFor } from '../../credits/published-books.ts'
import type { AutoTopup, AutoTopupRequest } from '../contract/auto-topup.ts'
import { packItem } from '../orders/item.ts'
import { configuredProvider } from '../providers/open-provider.ts'
import * as sql from '../sql/auto-topups.ts'
import { findOpenTopup } from '../sql/orders.ts'
import { suspensionReason } from './suspension.ts'

export async function findAutoTopup(ctx: Context, db: Db, workspaceId: string): Promise<AutoTopup | undefined> {
  const row = await sql.findTopup(db, workspaceId)
  return row && present(ctx, db, row)
}

export async function getAutoTopup(ctx: Context, db: Db, workspaceId: string): Promise<AutoTopup> {
  const found = await findAutoTopup(ctx, db, workspaceId)
  if (!found) throw noTopup()
  return found
}

export async function assertTopupPack(ctx: Context, workspaceId: string, packId: string): Promise<void> {
  packItem(await bookFor(ctx, workspaceId), packId, 'topup')
}

export async function setAutoTopup(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { threshold, pack_id }: AutoTopupRequest,
  ifMatch?: IfMatch,
): Promise<AutoTopup> {
  await assertTopupPack(ctx, workspaceId, pack_id)
  const now = ctx.clock.now()
  return transaction(db, async (tx) => {
    const before = await sql.lockTopup(tx, workspaceId)
    assertUnchanged(ifMatch, before && (await present(ctx, tx, before)))
    const updated_at = before ? nextVersionAt(now, before.updated_at) : now
    const row = { workspace_id: workspaceId, threshold, pack_id, created_at: now, updated_at }
    const stored = await sql.upsertTopup(tx, row)
    await ctx.invalidation.announce(tx, 'topups')
    return present(ctx, tx, stored)
  })
}

export async function deleteAutoTopup(ctx: Context, db: Db, workspaceId: string): Promise<AutoTopup> {
  return transaction(db, async (tx) => {
    const row = await sql.deleteTopup(tx, workspaceId)
    if (!row) throw noTopup()
    await ctx.invalidation.announce(tx, 'topups')
    return { ...(await present(ctx, tx, row)), status: 'off', reason: null }
  })
}

function noTopup(): ApiError {
  return new ApiError('not_found', 'This workspace has no auto top-up.')
}

async function present(ctx: Context, db: Db, row: sql.TopupRow): Promise<AutoTopup> {
  const reason = await suspensionReason(ctx, db, await configuredProvider(ctx), row)
  return {
    threshold: row.threshold,
    pack_id: row.pack_id,
    status: reason === null ? 'active' : 'suspended',
    reason,
    open_order_id: (await findOpenTopup(db, row.workspace_id)) ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
