import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/grants.ts'
import { lockWallet } from './sql/wallets.ts'

/** Revokes at most `credits` of a grant, by default all of it; returns the number revoked. Credits held by running calls stay. */
export async function revokeGrant(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { grantId, credits, reason }: { grantId: string; credits?: number | undefined; reason: string },
): Promise<number> {
  const grant = await sql.findGrant(db, workspaceId, grantId)
  if (!grant) throw notFound('grant')
  const taken = await revokeInOrder(ctx, db, workspaceId, { grants: [grant], most: credits ?? grant.amount, reason })
  if (taken === 0)
    throw new ApiError('wrong_state', 'Nothing is left of this grant to revoke: it is spent, or held by running calls.')
  return taken
}

/** Revokes at most `most` credits from these grants in order; returns the number revoked. */
export async function revokeInOrder(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { grants, most, reason }: { grants: readonly { readonly id: string }[]; most: number; reason: string },
): Promise<number> {
  let taken = 0
  for (const { id: grantId } of grants) {
    if (taken >= most) break
    taken += await sql.revokeFromGrant(db, workspaceId, ctx.clock.forDatabase(), {
      grantId,
      most: most - taken,
      reason,
    })
  }
  return taken
}

/** Deducts credits from the grants that would be spent next. Throws when not all of them are available. */
export async function deductCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { credits, reason }: { credits: number; reason: string },
): Promise<void> {
  await lockWallet(db, workspaceId)
  const grants = await sql.listUnspentGrants(db, workspaceId)
  const taken = await revokeInOrder(ctx, db, workspaceId, { grants, most: credits, reason })
  if (taken < credits)
    throw new ApiError('wrong_state', `Only ${taken} of ${credits} credits are available. Nothing was deducted.`)
}
