import { timer } from '../../../queue/timers.ts'
import { expireDueGrants } from './balance.ts'
import { emitMissedLowBalances } from './low-balance.ts'
import { forgetOldSources } from './receipts.ts'

export const creditTimers = [
  timer({ id: 'credits.expire', everySeconds: 60, run: expireDueGrants }),
  timer({ id: 'credits.low', everySeconds: 60, run: emitMissedLowBalances }),
  timer({ id: 'receipts.forget', everySeconds: 3600, run: forgetOldSources }),
]
