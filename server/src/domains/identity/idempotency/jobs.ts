import { timer } from '../../../queue/timers.ts'
import { deleteOldResponses } from './service.ts'

export const idempotencyTimers = [timer({ id: 'idempotency.forget', everySeconds: 600, run: deleteOldResponses })]
