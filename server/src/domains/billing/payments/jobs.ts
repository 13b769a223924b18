import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { attemptDueOrders, attemptOrder } from './orders/attempt.ts'
import { forgetOldProviderEvents } from './provider-updates/webhook.ts'
import { renewDueSubscriptions } from './subscriptions/renew.ts'
import { chargeTopup, orderMissedTopups } from './top-ups/order-topup.ts'

export const paymentJobs = [
  handler(chargeTopup, ({ ctx, workspaceId, payload }) => attemptOrder(ctx, workspaceId, payload.order_id)),
]

export const paymentTimers = [
  timer({ id: 'orders.attempt', everySeconds: 30, run: attemptDueOrders }),
  timer({ id: 'subscriptions.renew', everySeconds: 60, run: renewDueSubscriptions }),
  timer({ id: 'topups.order', everySeconds: 60, run: orderMissedTopups }),
  timer({ id: 'payment_events.forget', everySeconds: 3600, run: forgetOldProviderEvents }),
]
