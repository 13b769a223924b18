import type { Context } from '../../../kit/context.ts'
import { handler } from '../../../queue/job.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { timer } from '../../../queue/timers.ts'
import { publishJob, reconcileJob } from './contract/jobs.ts'
import { publishTarget } from './publishing/publish.ts'
import { reconcileTarget } from './publishing/reconcile.ts'
import { listOverdue } from './sql/targets.ts'
import { askingOf, publishingOf } from './target-jobs.ts'

export const postJobs = [handler(publishJob, publishTarget), handler(reconcileJob, reconcileTarget)]

export const postTimers = [timer({ id: 'posts.watch', everySeconds: 60, run: wakeForgotten })]

const OVERDUE_SECONDS = 900
const WOKEN_PER_TICK = 1000
const ASKED: readonly string[] = ['unconfirmed', 'processing']

/**
 * Every target that is under way has a job, written with it. Should one be lost, such as by killing twenty workers in a row,
 * it gets another; where there is one, or a long line before it, its dedupe makes this nothing.
 */
async function wakeForgotten(ctx: Context): Promise<void> {
  const rows = await listOverdue(ctx.db, ctx.clock.forDatabase(), OVERDUE_SECONDS, WOKEN_PER_TICK)
  const { asked = [], sent = [] } = Object.groupBy(rows, ({ status }) => (ASKED.includes(status) ? 'asked' : 'sent'))
  await enqueueAll(ctx, ctx.db, publishJob, sent.map(publishingOf))
  await enqueueAll(ctx, ctx.db, reconcileJob, asked.map(askingOf))
}
