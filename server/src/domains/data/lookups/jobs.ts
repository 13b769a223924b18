import { timer } from '../../../queue/timers.ts'
import { deleteOldTickets } from './tickets.ts'

export const lookupTimers = [timer({ id: 'lookup_tickets.forget', everySeconds: 3600, run: deleteOldTickets })]
