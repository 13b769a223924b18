import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { forgetOldChallenges } from '../users/challenge.ts'
import { forgetOldAttempts } from '../users/throttle.ts'
import { sendAskedLink } from './ask-link.ts'
import { askLinkJob, refusedSignInJob } from './contract/auth.ts'
import { recordRefusal } from './sign-in.ts'

export const signInJobs = [
  handler(askLinkJob, ({ ctx, payload }) => sendAskedLink(ctx, payload)),
  handler(refusedSignInJob, ({ ctx, payload }) => recordRefusal(ctx, payload)),
]

export const signInTimers = [
  timer({ id: 'sign_in_attempts.forget', everySeconds: 3600, run: forgetOldAttempts }),
  timer({ id: 'passkey_challenges.forget', everySeconds: 3600, run: forgetOldChallenges }),
]
