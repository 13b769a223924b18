import { timer } from '../../queue/timers.ts'
import { expireDue } from './service.ts'

export const billingTimers = [timer({ id: 'credits.expire', everySeconds: 60, run: expireDue })]
