import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Finding } from '../../../../connectors/publish.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import { RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import type { NewAttempt } from '../sql/attempts.ts'
import { type ClaimedTarget, claimUnconfirmedTarget } from '../sql/claims.ts'
import type { TargetChange } from '../sql/outcomes.ts'
import { findTarget, isOtherTargetsPost } from '../sql/targets.ts'
import { awaitsReconcile } from '../target-jobs.ts'
import { buildAttempt } from './attempt.ts'
import { newClaim, type TargetCall } from './claim.ts'
import { askDelaySeconds, type ReconcileOutcome, toFindingOutcome } from './reconcile-outcome.ts'
import { recordOutcome } from './record-outcome.ts'
import { failedChange, publishedChange } from './target-change.ts'
import type { TargetError } from './target-error.ts'

/** Asks the platform about a target's outcome, until it answers, an hour has passed, or a person has decided. */
export async function reconcileTarget(call: TargetCall): Promise<void> {
  const { ctx, workspaceId, payload } = call
  const target = await claimUnconfirmedTarget(ctx.db, workspaceId, newClaim(payload), ctx.clock.forDatabase())
  if (!target) return handleUnclaimed(call)
  const started = { id: ctx.ids.next('attempt'), phase: 'reconcile' as const, startedAt: ctx.clock.now() }
  const startedMs = performance.now()
  const { finding, error } = await findPost(ctx, target)
  failpoint('post_looked_up')
  const handleSeconds = (await findConnector(target.platform))?.publish?.handleSeconds ?? 0
  const change = toReconcileChange(target, toFindingOutcome(target, finding, handleSeconds))
  const ms = Math.round(performance.now() - startedMs)
  const attempt = { ...started, outcome: ATTEMPT_OUTCOMES[finding.state], error, ms }
  const row = await recordOutcome(ctx, { target, change, attempt })
  if (row.wake_at && awaitsReconcile(row)) throw new RetryLater(row.wake_at)
}

const ATTEMPT_OUTCOMES = {
  published: 'succeeded',
  processing: 'waiting',
  failed: 'failed',
  absent: 'absent',
  unknown: 'unknown',
} as const satisfies Record<Finding['state'], NewAttempt['outcome']>

interface PlatformFinding {
  readonly finding: Finding
  readonly error: TargetError | null
}

/** Looks for the post. A platform that cannot be reached has reported nothing about it: `unknown`. */
async function findPost(ctx: Context, target: ClaimedTarget): Promise<PlatformFinding> {
  try {
    const { attempt } = await buildAttempt(ctx, target)
    const { workspace_id: workspaceId, prepared, intent_at: intentAt } = target
    if (!intentAt) return { finding: { state: 'unknown' }, error: null }
    const committed = {
      ...attempt,
      prepared,
      intentAt,
      ...(target.external_id !== null && { externalId: target.external_id }),
      belongsToOtherTarget: (externalId: string) => isOtherTargetsPost(ctx.db, workspaceId, target, externalId),
    }
    const finding = await withAccess(
      ctx,
      workspaceId,
      { accountId: target.account_id, entityExternalId: target.entity_external_id },
      async (session, { publish }): Promise<Finding> =>
        (await publish?.find?.(session, committed)) ?? { state: 'unknown' },
    )
    return { finding, error: null }
  } catch (error) {
    if (isUnavailable(error) && !(error instanceof PlatformError)) throw error
    const isExpected = error instanceof PlatformError || error instanceof ApiError
    if (!isExpected) ctx.log.error({ err: error, target_id: target.id }, 'could not ask a platform about a post')
    const code = error instanceof PlatformError ? error.kind : 'internal'
    const message = isExpected ? error.message : 'Something went wrong on our side.'
    return { finding: { state: 'unknown' }, error: { code, message } }
  }
}

function toReconcileChange(target: ClaimedTarget, outcome: ReconcileOutcome): TargetChange {
  switch (outcome.kind) {
    case 'published':
      return publishedChange(outcome.post)
    case 'processing':
      return {
        status: 'processing',
        error: null,
        delaySeconds: askDelaySeconds(target.asks, 'processing'),
        hasIntent: true,
      }
    case 'failed':
      return failedChange(outcome.error)
    case 'absent':
      return {
        status: 'pending',
        error: outcome.error,
        delaySeconds: 0,
        hasIntent: false,
        failures: 1,
        isRequeued: true,
      }
    case 'ask_again': {
      const status = target.status === 'processing' ? 'processing' : 'unconfirmed'
      return { status, error: outcome.error, delaySeconds: outcome.seconds, hasIntent: true }
    }
    case 'gave_up':
      return { status: 'unconfirmed', error: outcome.error, delaySeconds: null, hasIntent: true }
  }
}

/** Handles a failed claim: the target has finished, a person has decided, or it is too early. */
async function handleUnclaimed({ ctx, workspaceId, payload }: TargetCall): Promise<void> {
  const target = await findTarget(ctx.db, workspaceId, payload.target_id)
  if (!target || target.generation !== payload.generation || target.wake_at === null) return
  if (awaitsReconcile(target)) throw new RetryLater(target.wake_at)
}
