import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../kit/context.ts'
import { type Db, isUnavailable, transaction } from '../../kit/db.ts'
import { atFault } from '../../kit/fault.ts'
import { enqueue } from '../../queue/queue.ts'
import { useMedia } from '../media/service.ts'
import { postFailed, postPublished } from '../webhooks/contract/events.ts'
import { emit } from '../webhooks/service.ts'
import { publishJob, reconcileJob } from './contract.ts'
import { askingOf, publishingOf } from './lines.ts'
import { presentPost } from './present.ts'
import { getPostRow } from './read.ts'
import { endAttempt, insertAttempt } from './sql/attempts.ts'
import { lockPost } from './sql/posts.ts'
import * as sql from './sql/publishing.ts'
import type { TargetRow } from './sql/targets.ts'

const PATIENCE_MS = 20_000
const AGAIN_MS = 100

/** The attempt that is settled: a row of its own, or the end of the one that was written when the target was armed. */
export interface Told {
  readonly attempt: sql.NewAttempt
  readonly isWritten: boolean
}

/**
 * Writes down how a step of a target ended, with everything that follows from it: the attempt, the event, the next job.
 * Undefined when the target is in other hands. What the platform has said is not lost to a database that is away for a
 * moment: until the lease is near its end it is told again.
 */
export async function settle(
  ctx: Context,
  target: sql.TakenRow,
  change: sql.Change,
  told?: Told,
): Promise<TargetRow | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await transaction(ctx.db, (tx) => write(ctx, tx, target, change, told))
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await sleep(AGAIN_MS)
    }
  }
}

async function write(
  ctx: Context,
  tx: Db,
  target: sql.TakenRow,
  change: sql.Change,
  told?: Told,
): Promise<TargetRow | undefined> {
  const { workspace_id: workspaceId, post_id: postId } = target
  const hasMedia = target.post_media_ids.length > 0 || (target.media_ids?.length ?? 0) > 0
  // One after another, so that the last one sees that it is the last: its event tells the end, and it lets go of the media.
  if (!target.is_alone && change.wakeSeconds === null) await lockPost(tx, workspaceId, postId)
  const row = await sql.settleTarget(tx, target, change, ctx.clock.forDatabase())
  if (!row) return undefined
  if (told) await (told.isWritten ? endAttempt(tx, workspaceId, told.attempt) : insertAttempt(tx, row, told.attempt))
  if (row.wake_at === null) await tellSettled(ctx, tx, row, hasMedia)
  else if (row.status === 'unconfirmed' || row.status === 'processing') {
    // One job asks until there is an answer: while it lives, its dedupe makes this nothing.
    const { payload, ...options } = askingOf(row)
    await enqueue(ctx, tx, reconcileJob, payload, { ...options, runAt: row.wake_at })
  } else if (change.isNewTurn) {
    const { payload, ...options } = publishingOf(row)
    await enqueue(ctx, tx, publishJob, payload, { ...options, runAt: row.wake_at })
  }
  await atFault('post_settling')
  return row
}

/** One event for each target that comes to rest. An unconfirmed one has not been published as far as anybody knows. */
async function tellSettled(ctx: Context, tx: Db, row: TargetRow, hasMedia: boolean): Promise<void> {
  const { workspace_id: workspaceId, post_id: postId } = row
  const found = await getPostRow(tx, workspaceId, postId)
  if (hasMedia && found.is_resting) await useMedia(ctx, tx, workspaceId, postId, [])
  const post = presentPost(found)
  const target = post.targets.find(({ id }) => id === row.id)
  if (target)
    await emit(tx, ctx, workspaceId, row.status === 'published' ? postPublished : postFailed, { post, target })
}
