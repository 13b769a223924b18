import { timer } from '../../../queue/timers.ts'
import { forgetOldAttempts } from '../users/throttle.ts'
import { forgetOldLinks } from './links.ts'

export const signInTimers = [
  timer({ id: 'links.forget', everySeconds: 3600, run: forgetOldLinks }),
  timer({ id: 'sign_in_attempts.forget', everySeconds: 3600, run: forgetOldAttempts }),
]
