import type { Context } from '../../../kit/context.ts'
import { timer } from '../../../queue/timers.ts'
import { expireDueGrants } from './balance.ts'
import { emitMissedLowBalances } from './low-balance.ts'
import { forgetOldSources } from './receipts.ts'

export const creditTimers = [
  timer({ id: 'credits.expire', everySeconds: 60, run: expireDueGrants }),
  timer({ id: 'credits.low', everySeconds: 60, run: emitMissedLowBalances }),
  timer({ id: 'ledger.archive', at: nextNight, run: archiveOnceLoaded }),
  timer({ id: 'receipts.forget', everySeconds: 3600, run: forgetOldSources }),
]

/** Loads the archive code at night, so that a start does not need it. */
async function archiveOnceLoaded(ctx: Context): Promise<void> {
  if (ctx.config.LEDGER_KEEP_MONTHS === undefined) return
  const { archiveByAge } = await import('./archive.ts')
  await archiveByAge(ctx, ctx.config.LEDGER_KEEP_MONTHS)
}

/** Returns the next 03:30 UTC. */
function nextNight(after: Date): Date {
  const night = new Date(after)
  night.setUTCHours(3, 30, 0, 0)
  if (night <= after) night.setUTCDate(night.getUTCDate() + 1)
  return night
}
