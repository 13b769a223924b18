import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Db, violatedConstraint } from '../../../kit/postgres/db.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { lockUnfetched, replaceMediaUses } from '../media/ready-media.ts'
import type { CheckedPost, CheckedTarget } from './check-post.ts'
import { publishJob } from './contract/jobs.ts'
import { countPostsAround, countPostsSince, type PostColumns } from './sql/posts.ts'
import { insertTargets, type NewTarget, type TargetRow } from './sql/targets.ts'
import { publishJobOf } from './target-jobs.ts'

interface TargetOptions {
  /** Undefined for a draft, null for now. */
  readonly dueAt: Date | null | undefined
  /** The targets that an edited post had: a target of the same account keeps its id and handle. */
  readonly before?: readonly TargetRow[]
}

/** Stores the targets of a post and enqueues their jobs, in the transaction that creates or changes the post. */
export async function storeTargets(
  ctx: Context,
  tx: Db,
  post: PostColumns,
  { targets, mediaIds }: CheckedPost,
  { dueAt, before = [] }: TargetOptions,
): Promise<void> {
  const { workspace_id: workspaceId } = post
  const rows = targets.map((target) => newTarget(ctx, post, target, before))
  try {
    const runAt = await insertTargets(tx, workspaceId, rows, { dueAt, now: ctx.clock.forDatabase() })
    await replaceMediaUses(ctx, tx, workspaceId, { usedBy: post.id, ids: mediaIds })
    if (runAt === null) return
    const unfetched = mediaIds.length > 0 ? await lockUnfetched(tx, workspaceId, mediaIds) : []
    const started = rows.filter((row) => !(row.mediaIds ?? post.media_ids).some((id) => unfetched.includes(id)))
    const priority = await priorityOf(ctx, tx, post)
    // A target that waits for media has no job: `wakeWaitingTargets` enqueues it when they are ready or have failed.
    const jobs = started.map(({ id, turn, accountId }) => ({
      ...publishJobOf({ workspace_id: workspaceId, id, turn, account_id: accountId }),
      runAt,
      priority,
    }))
    await enqueueAll(ctx, tx, publishJob, jobs)
  } catch (error) {
    throw deletedMeanwhile(error) ?? error
  }
}

function newTarget(
  ctx: Context,
  post: PostColumns,
  { request, connector }: CheckedTarget,
  before: readonly TargetRow[],
): NewTarget {
  const known = before.find((target) => target.account_id === request.account_id)
  const id = known?.id ?? ctx.ids.next('target')
  const handle = known?.handle ?? connector.publish?.newHandle?.(post.scheduled_at ?? ctx.clock.now(), randomBytes(16))
  return {
    id,
    postId: post.id,
    accountId: request.account_id,
    platform: connector.platform.id,
    content: request.content ?? null,
    mediaIds: request.media_ids ?? null,
    firstComment: request.first_comment ?? null,
    options: request.options ?? {},
    handle: handle ?? id,
    turn: known ? known.turn + 1 : 0,
  }
}

const MANY_POSTS = 100
const MINUTE_MS = 60_000

/** A workspace that publishes hundreds of posts within a minute comes after those that publish a few. */
async function priorityOf(ctx: Context, tx: Db, { workspace_id, scheduled_at }: PostColumns): Promise<number> {
  const since = ctx.ids.lowestAt('post', new Date(ctx.clock.now().getTime() - MINUTE_MS))
  const near = scheduled_at
    ? await countPostsAround(tx, workspace_id, scheduled_at, MANY_POSTS)
    : await countPostsSince(tx, workspace_id, since, MANY_POSTS)
  return near < MANY_POSTS ? publishJob.priority : publishJob.priority + 1
}

/** The account or asset passed the check and was deleted before this transaction. */
function deletedMeanwhile(error: unknown): Error | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'media_uses_media_fkey') return notFound('media asset')
  if (constraint === 'post_targets_account_fkey') return notFound('account')
  return undefined
}
