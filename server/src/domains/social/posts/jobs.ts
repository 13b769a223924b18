import type { Context } from '../../../kit/context.ts'
import { handler } from '../../../queue/job.ts'
import { timer } from '../../../queue/timers.ts'
import { mediaFinishedJob } from '../media/contract/jobs.ts'
import { firstCommentJob, publishJob, reconcileJob } from './contract/jobs.ts'
import { sendFirstComment } from './publishing/first-comment.ts'
import { publishTarget } from './publishing/publish.ts'
import { reconcileTarget } from './publishing/reconcile.ts'
import { requeueOverdue } from './publishing/requeue-overdue.ts'
import { wakeWaitingTargets } from './publishing/wake-waiting.ts'
import { deleteAttemptsBefore } from './sql/attempts.ts'

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

const ATTEMPTS_KEPT_DAYS = 90
const BATCH_ROWS = 1000

/** Deletes attempts after 90 days; the outcome of a target is in its own row. */
export async function forgetOldAttempts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - ATTEMPTS_KEPT_DAYS * 86_400_000)
  while ((await deleteAttemptsBefore(ctx.db, before, BATCH_ROWS)) === BATCH_ROWS);
}
