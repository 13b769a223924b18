import { timer } from '../../queue/timers.ts'
import { attemptDue, forgetOldEvents, orderMissedTopups, renewDue } from './service.ts'

export const paymentTimers = [
  timer({ id: 'orders.attempt', everySeconds: 1, run: attemptDue }),
  timer({ id: 'subscriptions.renew', everySeconds: 60, run: renewDue }),
  timer({ id: 'topups.order', everySeconds: 60, run: orderMissedTopups }),
  timer({ id: 'payment_events.forget', everySeconds: 3600, run: forgetOldEvents }),
]
