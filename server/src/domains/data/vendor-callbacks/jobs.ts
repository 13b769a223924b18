import { handler, RetryLater } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { checkTicket, nextCheckAt } from './check-ticket.ts'
import { confirmTicket, watchTicket } from './contract.ts'
import { deleteOldTickets } from './tickets.ts'

export const callbackJobs = [
  // `watchTicket` handles a ticket that stays open.
  handler(confirmTicket, ({ ctx, payload }) => checkTicket(ctx, payload)),
  handler(watchTicket, async ({ ctx, payload }) => {
    if (!(await checkTicket(ctx, payload))) throw new RetryLater(await nextCheckAt(ctx, payload))
  }),
]

export const callbackTimers = [timer({ id: 'vendor_tickets.forget', everySeconds: 3600, run: deleteOldTickets })]
