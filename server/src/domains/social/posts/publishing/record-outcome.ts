import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../kit/context.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { type Db, isUnavailable, transaction } from '../../../../kit/postgres/db.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { useMedia } from '../../media/service.ts'
import { postFailed, postPublished } from '../contract/events.ts'
import { publishJob, reconcileJob } from '../contract/jobs.ts'
import { presentPost } from '../present.ts'
import { type NewAttempt, upsertAttempts } from '../sql/attempts.ts'
import * as sql from '../sql/outcomes.ts'
import { listPostsById, lockPosts } from '../sql/posts.ts'
import type { TargetRow } from '../sql/targets.ts'
import { askingOf, publishingOf } from '../target-jobs.ts'
import { together } from './batch.ts'

const PATIENCE_MS = 20_000
const AGAIN_MS = 100

/** How a step of a target ended. */
export interface End {
  readonly target: sql.TakenRow
  readonly change: sql.Change
  /** Absent when there was no attempt of ours. */
  readonly attempt?: NewAttempt
}

/** Somebody else has taken the target, or this very end was written though nobody heard of it: the job looks again. */
export class InOtherHands extends Error {
  override name = 'InOtherHands'
}

/**
 * Writes down how a step ended, with everything that follows from it: the attempt, the event, the next job. What the platform
 * has said is not lost to a database that is away for a moment: until the lease is near its end it is told again.
 */
export async function settle(ctx: Context, end: End): Promise<TargetRow> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      const row = await settleOne(ctx, end.target.workspace_id, end)
      if (row) return row
      throw new InOtherHands('The target is in other hands.')
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await sleep(AGAIN_MS)
    }
  }
}

const settleOne = together((ctx, workspaceId, ends: readonly End[]) =>
  transaction(ctx.db, (tx) => write(ctx, tx, workspaceId, ends)),
)

async function write(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  ends: readonly End[],
): Promise<(TargetRow | undefined)[]> {
  // One after another, so that the last target of a post sees that it is the last: its event tells the end of the post.
  const many = ends.filter(({ target, change }) => !target.is_alone && change.wakeSeconds === null)
  if (many.length > 0)
    await lockPosts(
      tx,
      workspaceId,
      many.map(({ target }) => target.post_id),
    )
  const rows = await sql.settleTargets(tx, workspaceId, ends, ctx.clock.forDatabase())
  const settled = ends.map(({ target }) => rows.find((row) => row.id === target.id))
  const told = ends.flatMap(({ target, attempt }, at) =>
    attempt && settled[at] ? [{ ...attempt, targetId: target.id, postId: target.post_id }] : [],
  )
  await Promise.all([
    ...(told.length > 0 ? [upsertAttempts(tx, workspaceId, told)] : []),
    goOn(ctx, tx, ends, settled),
    tellResting(
      ctx,
      tx,
      workspaceId,
      rows.filter((row) => row.wake_at === null),
    ),
  ])
  await failpoint('post_settling')
  return settled
}

/** The next job, where there is one more step than the queue knows of. */
async function goOn(ctx: Context, tx: Db, ends: readonly End[], settled: readonly (TargetRow | undefined)[]) {
  for (const [at, row] of settled.entries()) {
    if (!row?.wake_at) continue
    if (row.status === 'unconfirmed' || row.status === 'processing') {
      // One job asks until there is an answer: while it lives, its dedupe makes this nothing.
      const { payload, ...options } = askingOf(row)
      await enqueue(ctx, tx, reconcileJob, payload, { ...options, runAt: row.wake_at })
    } else if (ends[at]?.change.isNewTurn) {
      const { payload, ...options } = publishingOf(row)
      await enqueue(ctx, tx, publishJob, payload, { ...options, runAt: row.wake_at })
    }
  }
}

/** One event for each target that comes to rest. An unconfirmed one has not been published as far as anybody knows. */
async function tellResting(ctx: Context, tx: Db, workspaceId: string, rows: readonly TargetRow[]): Promise<void> {
  if (rows.length === 0) return
  const posts = await listPostsById(
    tx,
    workspaceId,
    rows.map((row) => row.post_id),
  )
  await Promise.all(
    posts.flatMap((found) => {
      const post = presentPost(found)
      const own = rows.filter((row) => row.post_id === post.id)
      const events = post.targets
        .filter((target) => own.some((row) => row.id === target.id))
        .map((target) => {
          const event = target.status === 'published' ? postPublished : postFailed
          return emit(ctx, tx, event, { post, target }, { workspaceId })
        })
      return found.has_media && found.is_resting ? [...events, useMedia(ctx, tx, workspaceId, post.id, [])] : events
    }),
  )
}
