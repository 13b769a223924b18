import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { creditTimers } from '../domains/billing/credits/jobs.ts'
import { paymentJobs, paymentTimers } from '../domains/billing/payments/jobs.ts'
import { requestLogTimers } from '../domains/billing/request-log/jobs.ts'
import { toolCallTimers } from '../domains/billing/tool-calls/jobs.ts'
import { closingJobs } from '../domains/closing/jobs.ts'
import { dataJobHandlers, dataJobTimers } from '../domains/data/data-jobs/jobs.ts'
import { lookupTimers } from '../domains/data/lookups/jobs.ts'
import { purchaseTimers } from '../domains/data/purchases/jobs.ts'
import { suppressionTimers } from '../domains/data/suppressions/jobs.ts'
import { callbackJobs, callbackTimers } from '../domains/data/vendor-callbacks/jobs.ts'
import { workflowTimers } from '../domains/data/workflows/jobs.ts'
import { idempotencyTimers } from '../domains/identity/idempotency/jobs.ts'
import { linkJobs, linkTimers } from '../domains/identity/links/jobs.ts'
import { memberTimers } from '../domains/identity/members/jobs.ts'
import { oauthTimers } from '../domains/identity/oauth/jobs.ts'
import { portalLinkTimers } from '../domains/identity/portal-links/jobs.ts'
import { sessionTimers } from '../domains/identity/sessions/jobs.ts'
import { signInJobs, signInTimers } from '../domains/identity/sign-in/jobs.ts'
import { accountJobs, accountTimers } from '../domains/social/accounts/jobs.ts'
import { accountMetricsFeed, postMetricsFeed } from '../domains/social/analytics/feed.ts'
import { demoDataJobs } from '../domains/social/demo-data/jobs.ts'
import type { Feed } from '../domains/social/feeds/feed.ts'
import { feedJobs, feedTimers } from '../domains/social/feeds/jobs.ts'
import { commentFeed } from '../domains/social/inbox/comments/feed.ts'
import { commentRecheckFeed } from '../domains/social/inbox/comments/recheck-feed.ts'
import { messageFeed } from '../domains/social/inbox/conversations/feed.ts'
import { conversationJobs, conversationTimers } from '../domains/social/inbox/conversations/jobs.ts'
import { reviewFeed } from '../domains/social/inbox/reviews/feed.ts'
import { mediaJobs, mediaTimers } from '../domains/social/media/jobs.ts'
import { postJobs, postTimers } from '../domains/social/posts/jobs.ts'
import { sandboxNetworkTimers } from '../domains/social/sandbox-network/jobs.ts'
import { templateFeed } from '../domains/social/templates/feed.ts'
import { webhookTimers } from '../domains/webhooks/jobs.ts'
import type { Context } from '../kit/context.ts'
import { repeat } from '../kit/repeat.ts'
import { findWorkPause } from '../operations/work-pause.ts'
import type { Handler } from '../queue/job.ts'
import { startQueue } from '../queue/start.ts'
import type { Timer } from '../queue/timers.ts'
import { startDeliveries } from '../webhooks/delivery/start.ts'

const POLL_MS = 1000

export interface Worker {
  stop(): Promise<void>
}

/** Everything that platforms are polled for. */
const feeds: readonly Feed[] = [
  commentFeed,
  commentRecheckFeed,
  messageFeed,
  reviewFeed,
  accountMetricsFeed,
  postMetricsFeed,
  templateFeed,
]

/** All jobs of the service. */
export const jobs: readonly Handler[] = [
  ...paymentJobs,
  ...accountJobs,
  ...mediaJobs,
  ...postJobs,
  ...demoDataJobs,
  ...dataJobHandlers,
  ...callbackJobs,
  ...feedJobs(feeds),
  ...conversationJobs,
  ...linkJobs,
  ...signInJobs,
  ...closingJobs,
]

/** All recurring work. Each timer runs once for all processes. */
export const timers: readonly Timer[] = [
  ...creditTimers,
  ...dataJobTimers,
  ...idempotencyTimers,
  ...sessionTimers,
  ...linkTimers,
  ...memberTimers,
  ...portalLinkTimers,
  ...oauthTimers,
  ...signInTimers,
  ...paymentTimers,
  ...toolCallTimers,
  ...requestLogTimers,
  ...webhookTimers,
  ...callbackTimers,
  ...suppressionTimers,
  ...purchaseTimers,
  ...lookupTimers,
  ...workflowTimers,
  ...accountTimers,
  ...sandboxNetworkTimers,
  ...mediaTimers,
  ...postTimers,
  ...feedTimers(feeds),
  ...conversationTimers,
]

const SWEEP_MS = 1000

/** Starts the background half of the process. Any number of processes may run it: each job is claimed by one of them. */
export async function startWorker(ctx: Context, registry: Registry): Promise<Worker> {
  // Not a timer of the queue: abandoned holds are released however busy the queue is.
  const sweeps = repeat(
    async () => void (await ctx.ledger.sweep()),
    SWEEP_MS,
    (error) => ctx.log.warn({ err: error }, 'could not release abandoned holds; will retry'),
  )
  const stopping = new AbortController()
  const started = startWhenResumed(ctx, registry, stopping.signal)
  // A paused worker must not delay the start: requests are served meanwhile. Otherwise the worker has started when this
  // resolves.
  if (!(await findWorkPause(ctx.db))) await started
  return {
    async stop() {
      stopping.abort()
      const loops = await started
      await Promise.all([...loops.map((loop) => loop.stop()), sweeps.stop()])
    },
  }
}

/** Everything that calls other servers waits while work is paused after a restore. */
async function startWhenResumed(ctx: Context, registry: Registry, signal: AbortSignal): Promise<Worker[]> {
  if (!(await waitForResume(ctx, signal))) return []
  return [await startQueue(ctx, { jobs, timers, registry }), await startDeliveries(ctx, { registry })]
}

/**
 * Resolves when background work may run: at once, or after `quoin-server resume`. Resolves with false when `signal` stops the
 * wait.
 */
async function waitForResume(ctx: Context, signal: AbortSignal): Promise<boolean> {
  for (let isSaid = false; !signal.aborted; ) {
    const paused = await findWorkPause(ctx.db).catch(() => 'unknown' as const)
    if (!paused) return true
    if (!isSaid && paused !== 'unknown') {
      ctx.log.warn(
        { restored_to: paused.restored_to },
        'background work is paused after a restore; run `quoin-server resume` to start it',
      )
      isSaid = true
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {})
  }
  return false
}
