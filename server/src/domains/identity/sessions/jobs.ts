import { timer } from '../../../queue/timers.ts'
import { deleteEndedSessions } from './service.ts'

export const sessionTimers = [timer({ id: 'sessions.forget', everySeconds: 3600, run: deleteEndedSessions })]
