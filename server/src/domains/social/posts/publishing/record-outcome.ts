import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { batchByWorkspace } from '../../../../kit/postgres/batch-by-workspace.ts'
import { type Db, isUnavailable, transaction } from '../../../../kit/postgres/db.ts'
import { type NewAttempt, updateAttempts, upsertAttempts } from '../sql/attempts.ts'
import type { ClaimedTarget } from '../sql/claims.ts'
import { insertFirstComments } from '../sql/first-comments.ts'
import { type TargetChange, updateClaimedTargets } from '../sql/outcomes.ts'
import { lockPosts } from '../sql/posts.ts'
import type { TargetRow } from '../sql/targets.ts'
import { awaitsReconcile, enqueueFirstComment, enqueuePublish, enqueueReconcile } from '../target-jobs.ts'
import { TargetClaimLost } from './claim.ts'
import { endTargets } from './end-targets.ts'

const RETRY_FOR_MS = 20_000
const RETRY_EVERY_MS = 100

export interface StepOutcome {
  readonly target: ClaimedTarget
  readonly change: TargetChange
  /** Absent when this worker made no attempt. */
  readonly attempt?: NewAttempt
  /** True when the attempt was written as `started`, with the intent. */
  readonly isAttemptStored?: boolean
}

/**
 * Records the outcome of a step in one transaction with all its consequences: the attempt, the event, the next job. The
 * platform's response must not be lost to a short outage of the database, so the write is repeated until the job's lease is near
 * its end.
 */
export async function recordOutcome(ctx: Context, outcome: StepOutcome): Promise<TargetRow> {
  const deadline = performance.now() + RETRY_FOR_MS
  for (;;) {
    try {
      const row = await recordOne(ctx, outcome.target.workspace_id, outcome)
      if (row) return row
      throw new TargetClaimLost()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await sleep(RETRY_EVERY_MS)
    }
  }
}

const recordOne = batchByWorkspace((ctx, workspaceId, outcomes: readonly StepOutcome[]) =>
  transaction(ctx.db, (tx) => recordAll(ctx, tx, workspaceId, outcomes)),
)

/** Returns the row of each outcome, undefined where the claim was lost. */
async function recordAll(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  outcomes: readonly StepOutcome[],
): Promise<(TargetRow | undefined)[]> {
  await lockSharedPosts(tx, workspaceId, outcomes)
  const rows = await updateClaimedTargets(tx, workspaceId, outcomes, ctx.clock.forDatabase())
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const recorded = outcomes.map(({ target }) => rowsById.get(target.id))
  const attempted = outcomes.flatMap(({ target, attempt, isAttemptStored = false }, at) =>
    attempt && recorded[at] ? [{ ...attempt, isAttemptStored, targetId: target.id, postId: target.post_id }] : [],
  )
  const ended = attempted.filter(({ isAttemptStored }) => isAttemptStored)
  const added = attempted.filter(({ isAttemptStored }) => !isAttemptStored)
  const finished = outcomes.filter((_, at) => recorded[at]?.wake_at === null)
  await Promise.all([
    ...(ended.length > 0 ? [updateAttempts(tx, workspaceId, ended)] : []),
    ...(added.length > 0 ? [upsertAttempts(tx, workspaceId, added)] : []),
    enqueueNextSteps(ctx, tx, outcomes, recorded),
    ...(finished.length > 0 ? [endTargets(ctx, tx, workspaceId, finished)] : []),
    startFirstComments(ctx, tx, workspaceId, outcomes, recorded),
  ])
  failpoint('post_recording')
  return recorded
}

/** Serialises targets of one post that finish: the last one sees that it is the last, and its event shows the final post. */
async function lockSharedPosts(tx: Db, workspaceId: string, outcomes: readonly StepOutcome[]): Promise<void> {
  const shared = outcomes.filter(({ target, change }) => !target.is_only_target && change.delaySeconds === null)
  const ids = shared.map(({ target }) => target.post_id)
  if (ids.length > 0) await lockPosts(tx, workspaceId, ids)
}

/** Enqueues the next step where the running job does not do it itself. */
async function enqueueNextSteps(
  ctx: Context,
  tx: Db,
  outcomes: readonly StepOutcome[],
  recorded: readonly (TargetRow | undefined)[],
): Promise<void> {
  for (const [at, row] of recorded.entries()) {
    if (!row?.wake_at) continue
    const when = { runAt: row.wake_at }
    // One reconcile job asks until there is an answer: while it exists, its dedupe key makes this a no-op.
    if (awaitsReconcile(row)) await enqueueReconcile(ctx, tx, row, when)
    else if (outcomes[at]?.change.isRequeued) await enqueuePublish(ctx, tx, row, when)
  }
}

/** Stores and enqueues the first comments of newly published targets. */
async function startFirstComments(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  outcomes: readonly StepOutcome[],
  recorded: readonly (TargetRow | undefined)[],
): Promise<void> {
  const comments = outcomes.flatMap(({ target }, at) => {
    const body = target.first_comment ?? target.post_first_comment
    return body && recorded[at]?.status === 'published'
      ? [{ targetId: target.id, body, handle: ctx.ids.next('comment') }]
      : []
  })
  if (comments.length === 0) return
  const ids = await insertFirstComments(tx, workspaceId, comments, ctx.clock.forDatabase())
  for (const target_id of ids)
    await enqueueFirstComment(ctx, tx, { workspace_id: workspaceId, target_id, generation: 0 })
}
