import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { refundCharge } from './refund-charge.ts'

/** Refunds calls that were charged but got an error instead of their response, because the database was unavailable. */
export function refundUnanswered(ctx: Context): void {
  ctx.ledger.onUnanswered(async (workspaceId, holdId) => {
    try {
      await transaction(ctx.db, (tx) => refundCharge(ctx, tx, workspaceId, { holdId }))
      ctx.log.info({ workspaceId, holdId }, 'refunded a call that got no response')
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error
    }
  })
}
