import { handler, RetryLater } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { confirmTicket, watchTicket } from './contract.ts'
import { forgetOldTickets, nextLook, settleTicket } from './service.ts'

export const callbackJobs = [
  // What it leaves open, the watch closes.
  handler(confirmTicket, ({ ctx, payload }) => settleTicket(ctx, payload)),
  handler(watchTicket, async ({ ctx, payload }) => {
    if (!(await settleTicket(ctx, payload))) throw new RetryLater(await nextLook(ctx, payload))
  }),
]

export const callbackTimers = [timer({ id: 'vendor_tickets.forget', everySeconds: 3600, run: forgetOldTickets })]
