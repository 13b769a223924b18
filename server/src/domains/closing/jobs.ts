import type { Context } from '../../kit/context.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { handler, type JobCall, RetryLater } from '../../queue/job.ts'
import { stopPayments } from '../billing/payments/stop-payments.ts'
import { cancelUnfinishedJobs } from '../data/data-jobs/cancel.ts'
import { lockIfClosed } from '../identity/workspaces/service.ts'
import { disconnectAccounts } from '../social/accounts/accounts.ts'
import { failUnfetchedMedia } from '../social/media/fail-unfetched.ts'
import { cancelWaitingPosts } from '../social/posts/edit.ts'
import { disableWebhooks } from '../webhooks/endpoints.ts'
import { finishClosingJob } from './contract.ts'

/** Does a part of its work in the transaction and returns the amount; 0 when nothing is left. */
type ClosingStep = (ctx: Context, tx: Db, workspaceId: string) => Promise<number>

const STEPS: readonly ClosingStep[] = [
  (ctx, tx, workspaceId) => disableWebhooks(ctx, tx, workspaceId, 'The workspace was closed.'),
  cancelWaitingPosts,
  cancelUnfinishedJobs,
  disconnectAccounts,
  failUnfetchedMedia,
]

/** Time after which every request that was admitted before the closing has ended. */
const LAST_REQUEST_MS = 120_000

export const closingJobs = [handler(finishClosingJob, finishClosing)]

/**
 * Ends everything that runs in a closed workspace. Each step finds the remaining work itself, so a run after a kill continues
 * where the last one stopped. A second run handles the rows that a late request added.
 */
async function finishClosing({ ctx, workspaceId, payload, signal }: JobCall<{ closed_at: string }>): Promise<void> {
  const closedAt = new Date(payload.closed_at)
  const startedAt = ctx.clock.now()
  for (const step of STEPS) {
    for (let done = 1; done > 0; ) {
      signal.throwIfAborted()
      const result = await whileClosed(ctx, workspaceId, closedAt, (tx) => step(ctx, tx, workspaceId))
      if (result === undefined) return
      done = result
    }
  }
  if ((await whileClosed(ctx, workspaceId, closedAt, async () => true)) === undefined) return
  await stopPayments(ctx, workspaceId)
  const again = new Date(closedAt.getTime() + LAST_REQUEST_MS)
  if (startedAt < again) throw new RetryLater(again, 'requests from before the closing may still be running')
}

/** Returns undefined when the workspace was reopened. It cannot be reopened while the work runs. */
function whileClosed<T>(
  ctx: Context,
  workspaceId: string,
  closedAt: Date,
  work: (tx: Db) => Promise<T>,
): Promise<T | undefined> {
  return transaction(ctx.db, async (tx) => ((await lockIfClosed(tx, workspaceId, closedAt)) ? work(tx) : undefined))
}
