import { timer } from '../../../queue/timers.ts'
import { forgetOldRequests } from './service.ts'

export const requestLogTimers = [timer({ id: 'request_log.forget', everySeconds: 3600, run: forgetOldRequests })]
