import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { attempt } from './orders/attempt.ts'
import { attemptDue, forgetOldEvents, orderMissedTopups, renewDue } from './service.ts'
import { chargeTopup } from './top-ups/settings.ts'

export const paymentJobs = [
  handler(chargeTopup, ({ ctx, workspaceId, payload }) => attempt(ctx, workspaceId, payload.order_id)),
]

export const paymentTimers = [
  timer({ id: 'orders.attempt', everySeconds: 30, run: attemptDue }),
  timer({ id: 'subscriptions.renew', everySeconds: 60, run: renewDue }),
  timer({ id: 'topups.order', everySeconds: 60, run: orderMissedTopups }),
  timer({ id: 'payment_events.forget', everySeconds: 3600, run: forgetOldEvents }),
]
