import { PlatformError } from '../../../../connectors/platform-error.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import { RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { markInterruptedAttempts, type NewAttempt } from '../sql/attempts.ts'
import { claimInterruptedTarget, type TargetClaim } from '../sql/claims.ts'
import type { TargetChange } from '../sql/outcomes.ts'
import { findTarget, type TargetRow } from '../sql/targets.ts'
import { buildAttempt } from './attempt.ts'
import { claimTarget, newClaim, type TargetCall, TargetClaimLost } from './claim.ts'
import { outcomeWithoutTrying, type PublishOutcome, toErrorOutcome } from './publish-outcome.ts'
import { askDelaySeconds } from './reconcile-outcome.ts'
import { recordOutcome } from './record-outcome.ts'
import { endAttempt, type PublishRun, startRun } from './run.ts'
import { prepareAndSend } from './send.ts'
import { ServerBusy } from './server-slots.ts'
import { failedChange, publishedChange, unconfirmedChange } from './target-change.ts'

const BUSY_SECONDS = 5
/** Safety net: a target gets its job only when its media are fetched. */
const MEDIA_WAIT = { kind: 'retry', seconds: 60, error: null, isFailure: false, isUntried: true } as const

/**
 * Publishes a target: claim it, prepare, commit the intent, send once, record the outcome. The worker may be killed anywhere:
 *
 * | status of the target      | meaning                              | continued after a kill by                          |
 * |---------------------------|--------------------------------------|----------------------------------------------------|
 * | pending                   | waits for its job                    | the job; `requeueOverdue` if the job was lost      |
 * | publishing, no `intent_at` | claimed, being prepared, not sent    | the job's next run claims it again and starts over |
 * | publishing, `intent_at`    | intent committed, may have been sent | the job's next run makes it unconfirmed            |
 * | unconfirmed, `wake_at`    | the platform is to be asked          | the reconcile job's next run asks again            |
 * | processing                | the platform is processing it        | the reconcile job's next run asks again            |
 * | unconfirmed, no `wake_at` | the platform could not tell          | a person: POST /v1/posts/{id}/retry                |
 * | published, failed         | finished                             | nothing; a person may retry a failed one           |
 *
 * So a post is sent at most once for each committed intent. An intent is cleared only by an outcome that shows that nothing is
 * on the platform, or by a person who confirms that with `force` (decision 0013).
 */
export async function publishTarget(call: TargetCall): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  const claim = newClaim(payload)
  const target = await claimTarget(ctx, workspaceId, claim)
  if (!target) return handleUnclaimed(call, claim)
  failpoint('post_claimed')
  const run = startRun(ctx, target, signal)
  const outcome = await tryToPublish(run)
  const row = await recordPublish(run, outcome)
  if (outcome.kind === 'retry' && row.wake_at)
    throw new RetryLater(row.wake_at, outcome.error?.message ?? 'The platform asked us to wait.')
}

async function tryToPublish(run: PublishRun): Promise<PublishOutcome> {
  const { ctx, target } = run
  try {
    const { attempt, mediaError, isWaiting } = await buildAttempt(ctx, target)
    if (mediaError) return { kind: 'failed', error: mediaError }
    const untried = outcomeWithoutTrying(target) ?? (isWaiting ? MEDIA_WAIT : undefined)
    if (untried) return untried
    return await withAccess(
      ctx,
      target.workspace_id,
      { accountId: target.account_id, entityExternalId: target.entity_external_id },
      (session, connector) => prepareAndSend(run, session, connector, attempt),
    )
  } catch (error) {
    if (error instanceof ServerBusy) {
      const seconds = BUSY_SECONDS * (1 + Math.random())
      return { kind: 'retry', seconds, error: null, isFailure: false, isUntried: true }
    }
    // Without the database, or without the claim, no outcome can be recorded: the queue runs the job again.
    if (error instanceof TargetClaimLost || (isUnavailable(error) && !(error instanceof PlatformError))) throw error
    if (!(error instanceof PlatformError || error instanceof ApiError))
      ctx.log.error({ err: error, target_id: target.id }, 'could not publish a post')
    return toErrorOutcome(target, error, run.state.name === 'sent')
  } finally {
    void run.slot?.then(
      (release) => release(),
      () => {},
    )
  }
}

function recordPublish(run: PublishRun, outcome: PublishOutcome): Promise<TargetRow> {
  const { ctx, target } = run
  const change = toPublishChange(run, outcome)
  const isUntried = run.state.name === 'preparing' && outcome.kind === 'retry' && outcome.isUntried
  if (isUntried) return recordOutcome(ctx, { target, change })
  const error = 'error' in outcome ? outcome.error : null
  const attempt = endAttempt(run.attempt, toAttemptOutcome(outcome), error)
  return recordOutcome(ctx, { target, change, attempt, isAttemptStored: run.state.name !== 'preparing' })
}

function toAttemptOutcome(outcome: PublishOutcome): NewAttempt['outcome'] {
  switch (outcome.kind) {
    case 'published':
    case 'processing':
      return 'succeeded'
    case 'retry':
      return outcome.isFailure ? 'failed' : 'waiting'
    case 'failed':
    case 'unknown':
      return outcome.kind
  }
}

function toPublishChange({ target, prepared, entity }: PublishRun, outcome: PublishOutcome): TargetChange {
  switch (outcome.kind) {
    case 'published':
      return publishedChange(outcome.post)
    case 'processing':
      return { ...publishedChange(outcome.post), status: 'processing', delaySeconds: askDelaySeconds(0, 'processing') }
    case 'failed':
      return failedChange(outcome.error)
    case 'unknown':
      return unconfirmedChange(target.platform)
    case 'retry':
      return {
        status: 'pending',
        error: outcome.error,
        delaySeconds: outcome.seconds,
        hasIntent: false,
        failures: Number(outcome.isFailure),
        isUntried: outcome.isUntried ?? false,
        ...(prepared !== undefined && { prepared, entity }),
      }
  }
}

/** Handles a failed claim: the target has finished, it is too early, or the previous worker died after the intent. */
async function handleUnclaimed({ ctx, workspaceId, payload }: TargetCall, claim: TargetClaim): Promise<void> {
  const interrupted = await claimInterruptedTarget(ctx.db, workspaceId, claim, ctx.clock.forDatabase())
  if (interrupted) {
    await markInterruptedAttempts(ctx.db, workspaceId, interrupted.id)
    await recordOutcome(ctx, { target: interrupted, change: unconfirmedChange(interrupted.platform) })
    return
  }
  const target = await findTarget(ctx.db, workspaceId, payload.target_id)
  if (!target || target.generation !== payload.generation || target.wake_at === null) return
  if (target.status === 'pending') throw new RetryLater(target.wake_at)
  if (target.status === 'publishing') throw new Error('The target was claimed or released just now.')
}
