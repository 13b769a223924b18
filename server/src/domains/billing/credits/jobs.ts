import { timer } from '../../../queue/timers.ts'
import { expireDue } from './balance.ts'
import { forgetOldSources } from './receipts.ts'

export const billingTimers = [
  timer({ id: 'credits.expire', everySeconds: 60, run: expireDue }),
  timer({ id: 'receipts.forget', everySeconds: 3600, run: forgetOldSources }),
]
