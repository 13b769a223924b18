import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { isUnavailable, transaction } from '../../../kit/postgres/db.ts'
import { refundCharge } from './refund-charge.ts'

const ATTEMPTS = 30
const PAUSE_MS = 1000

/** Refunds calls that were charged but got an error instead of their response, because the database was unavailable. */
export function refundUnanswered(ctx: Context): void {
  ctx.ledger.onUnanswered(async (workspaceId, holdId) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await transaction(ctx.db, (tx) => refundCharge(ctx, tx, workspaceId, { holdId }))
        ctx.log.info({ workspaceId, holdId }, 'refunded a call that got no response')
        return
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return
        if (!isUnavailable(error) || attempt === ATTEMPTS) throw error
        await sleep(PAUSE_MS)
      }
    }
  })
}
