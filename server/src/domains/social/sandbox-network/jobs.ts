import type { Context } from '../../../kit/context.ts'
import { timer } from '../../../queue/timers.ts'
import { deleteFaultUses } from './sql/faults.ts'
import { deleteExpired } from './sql/people.ts'

const DAY_MS = 86_400_000

export const sandboxTimers = [timer({ id: 'sandbox.sweep', everySeconds: 3600, run: sweep })]

/** An expired token is known as one for a day; that a fault has happened, for a month. */
async function sweep(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await deleteExpired(ctx.db, new Date(now - DAY_MS))
  await deleteFaultUses(ctx.db, new Date(now - 30 * DAY_MS))
}
