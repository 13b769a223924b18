import { randomBytes } from 'node:crypto'
import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { useMedia } from '../media/service.ts'
import { type Checked, type CheckedTarget, checkPost } from './check-post.ts'
import { publishJob } from './contract/jobs.ts'
import type { CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentPost } from './present.ts'
import { getPostRow } from './read.ts'
import * as sql from './sql/posts.ts'
import { insertTargets, type NewTarget } from './sql/targets.ts'
import { publishingOf } from './target-jobs.ts'

interface NewPost extends CreatePostRequest {
  readonly isDraft: boolean
  readonly idempotencyKey: string | null
}

export async function createPost(ctx: Context, db: Db, principal: Principal, body: NewPost): Promise<Post> {
  const { row, checked } = await planPost(ctx, db, principal, body)
  const { workspaceId } = principal
  const dueAt = body.isDraft ? undefined : row.scheduled_at
  return transaction(db, async (tx) => {
    await sql.insertPost(tx, row)
    await storeTargets(ctx, tx, row, checked, { dueAt })
    return presentPost(await getPostRow(tx, workspaceId, row.id))
  })
}

/** The same answer, and nothing of it is stored. */
export async function validatePost(ctx: Context, db: Db, principal: Principal, body: CreatePostRequest): Promise<Post> {
  const { row, checked } = await planPost(ctx, db, principal, { ...body, isDraft: false, idempotencyKey: null })
  const targets = checked.targets.map(({ request, connector }) => ({
    id: ctx.ids.next('target'),
    account_id: request.account_id,
    platform: connector.id,
    status: 'pending' as const,
    content: request.content ?? null,
    external_id: null,
    external_url: null,
    error: null,
    attempts: 0,
    published_at: null,
  }))
  const status = row.scheduled_at ? ('scheduled' as const) : ('publishing' as const)
  return presentPost({ ...row, status, targets })
}

async function planPost(ctx: Context, db: Db, principal: Principal, body: NewPost) {
  const mediaIds = body.media_ids ?? []
  const checked = await checkPost(ctx, db, principal, { targets: body.targets, content: body.content, mediaIds })
  const now = ctx.clock.now()
  const row: sql.PostColumns = {
    workspace_id: principal.workspaceId,
    id: ctx.ids.next('post'),
    profile_id: checked.profileId,
    content: body.content,
    media_ids: mediaIds,
    scheduled_at: body.scheduled_at ? new Date(body.scheduled_at) : null,
    idempotency_key: body.idempotencyKey,
    created_at: now,
    updated_at: now,
  }
  return { row, checked }
}

interface Placing {
  /** Undefined for a draft, null for now. */
  readonly dueAt: Date | null | undefined
  /** The targets that were there before, by account: they keep their ids. */
  readonly before?: ReadonlyMap<string, { readonly id: string; readonly handle: string; readonly turn: number }>
}

/** Stores the targets of a post and hands them to the queue, in the transaction that makes or changes the post. */
export async function storeTargets(
  ctx: Context,
  tx: Db,
  post: sql.PostColumns,
  { targets, mediaIds }: Checked,
  { dueAt, before }: Placing,
): Promise<void> {
  const { workspace_id: workspaceId } = post
  const rows = targets.map((target) => newTarget(ctx, post, target, before))
  try {
    const runAt = await insertTargets(tx, workspaceId, rows, { dueAt, now: ctx.clock.forDatabase() })
    await useMedia(ctx, tx, workspaceId, post.id, mediaIds)
    if (runAt === null) return
    const priority = await priorityOf(ctx, tx, post)
    const jobs = rows.map(({ id, turn, accountId }) => ({
      ...publishingOf({ workspace_id: workspaceId, id, turn, account_id: accountId }),
      runAt,
      priority,
    }))
    await enqueueAll(ctx, tx, publishJob, jobs)
  } catch (error) {
    throw goneMeanwhile(error) ?? error
  }
}

function newTarget(
  ctx: Context,
  post: sql.PostColumns,
  { request, connector }: CheckedTarget,
  before: Placing['before'],
): NewTarget {
  const known = before?.get(request.account_id)
  const id = known?.id ?? ctx.ids.next('target')
  const handle = known?.handle ?? connector.publish?.newHandle?.(post.scheduled_at ?? ctx.clock.now(), randomBytes(16))
  return {
    id,
    postId: post.id,
    accountId: request.account_id,
    platform: connector.id,
    content: request.content ?? null,
    mediaIds: request.media_ids ?? null,
    options: request.options ?? {},
    handle: handle ?? id,
    turn: known ? known.turn + 1 : 0,
  }
}

const MANY_POSTS = 100
const MINUTE_MS = 60_000

/** Who publishes hundreds within a minute stands behind those who publish a few, whoever was first. */
async function priorityOf(ctx: Context, tx: Db, { workspace_id, scheduled_at }: sql.PostColumns): Promise<number> {
  const since = ctx.ids.at('post', new Date(ctx.clock.now().getTime() - MINUTE_MS))
  const near = scheduled_at
    ? await sql.countPostsAround(tx, workspace_id, scheduled_at, MANY_POSTS)
    : await sql.countPostsSince(tx, workspace_id, since, MANY_POSTS)
  return near < MANY_POSTS ? publishJob.priority : publishJob.priority + 1
}

/** Checked a moment ago, and deleted since. */
function goneMeanwhile(error: unknown): Error | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'media_uses_media_fkey') return notFound('media asset')
  if (constraint === 'post_targets_account_fkey') return notFound('account')
  return undefined
}
