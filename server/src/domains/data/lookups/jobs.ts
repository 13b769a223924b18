import { timer } from '../../../queue/timers.ts'
import { forgetOldTickets } from './tickets.ts'

export const lookupTimers = [timer({ id: 'lookup_tickets.forget', everySeconds: 3600, run: forgetOldTickets })]
