import type { Context } from '../../../kit/context.ts'
import { timer } from '../../../queue/timers.ts'
import { deleteFaultUses } from './sql/faults.ts'
import { deleteExpired } from './sql/people.ts'

const DAY_MS = 86_400_000

export const sandboxNetworkTimers = [timer({ id: 'sandbox.sweep', everySeconds: 3600, run: deleteOld })]

/** Deletes expired tokens after a day, and faults that have happened after a month. */
async function deleteOld(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  await deleteExpired(ctx.db, new Date(now - DAY_MS))
  await deleteFaultUses(ctx.db, new Date(now - 30 * DAY_MS))
}
