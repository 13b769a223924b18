import type { Context } from '../../kit/context.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { hint, joinHints, type SleepingLoop } from '../../kit/postgres/hint.ts'

const CHANNEL = 'quoin_deliveries'

/** Wakes the delivery loops, of this process and others, once the transaction has committed. */
export function hintDeliveries(ctx: Context, db: Db): void {
  hint(ctx.db, db, CHANNEL)
}

export function joinDeliveries(ctx: Context, loop: SleepingLoop): Promise<() => Promise<void>> {
  return joinHints(ctx.db, loop, CHANNEL)
}
