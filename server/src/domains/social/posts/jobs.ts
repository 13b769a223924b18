import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { mediaFinishedJob } from '../media/contract/jobs.ts'
import { forgetOldAttempts } from './attempts-retention.ts'
import { firstCommentJob, publishJob, reconcileJob } from './contract/jobs.ts'
import { sendFirstComment } from './publishing/first-comment.ts'
import { publishTarget } from './publishing/publish.ts'
import { reconcileTarget } from './publishing/reconcile.ts'
import { requeueOverdue } from './publishing/requeue-overdue.ts'
import { wakeWaitingTargets } from './publishing/wake-waiting.ts'

export const postJobs = [
  handler(publishJob, publishTarget),
  handler(reconcileJob, reconcileTarget),
  handler(firstCommentJob, sendFirstComment),
  handler(mediaFinishedJob, wakeWaitingTargets),
]

export const postTimers = [
  timer({ id: 'posts.watch', everySeconds: 60, run: requeueOverdue }),
  timer({ id: 'post_attempts.forget', everySeconds: 3600, run: forgetOldAttempts }),
]
