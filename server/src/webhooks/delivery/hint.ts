import type { Context } from '../../kit/context.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { hint } from '../../kit/postgres/hint.ts'

export const DELIVERIES_CHANNEL = 'quoin_deliveries'

/** Wakes the delivery loops, of this process and others, once the transaction has committed. */
export function hintDeliveries(ctx: Context, db: Db): void {
  hint(ctx.db, db, DELIVERIES_CHANNEL)
}
