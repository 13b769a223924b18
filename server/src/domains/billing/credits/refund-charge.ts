import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { findArchivedFor } from './archive-cutoff.ts'
import { type GrantResult, grantCredits } from './grants.ts'
import { getTotalByHold } from './sql/charges.ts'
import { findBurnedExpiry } from './sql/journal.ts'

const REFUND_DAYS_MIN = 30

/**
 * Refunds the cost of a call, once, as a `refund` grant whose source is the call's hold. The grant expires when the spent credits
 * would have expired, but lasts at least 30 days.
 */
export async function refundCharge(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { holdId, credits }: { holdId: string; credits?: number | undefined },
): Promise<GrantResult> {
  const { credits: charged, entries } = await getTotalByHold(db, workspaceId, holdId)
  if (charged === 0) throw await noCharge(ctx, workspaceId, holdId)
  const amount = credits ?? charged
  if (amount > charged)
    throw new InvalidRequest([
      invalidValue(['body', 'credits'], `at most the ${charged} credits charged can be refunded`),
    ])
  const burned = await findBurnedExpiry(db, workspaceId, entries)
  const soonest = new Date(ctx.clock.now().getTime() + REFUND_DAYS_MIN * 86_400_000)
  const expiresAt = burned && (burned > soonest ? burned : soonest)
  const granted = await grantCredits(ctx, db, workspaceId, { kind: 'refund', source: holdId, amount, expiresAt })
  if (granted.grant.amount !== amount && credits !== undefined)
    throw new ApiError('wrong_state', `This charge was already refunded with ${granted.grant.amount} credits.`)
  return granted
}

async function noCharge(ctx: Context, workspaceId: string, holdId: string): Promise<ApiError> {
  const before = await findArchivedFor(ctx, workspaceId, 'hold', holdId)
  return new ApiError(
    'not_found',
    before === undefined
      ? 'Nothing was charged to this workspace under this hold.'
      : `Charges under holds from before ${before} were archived and cannot be refunded. Grant the credits instead, or adjust the balance.`,
  )
}
