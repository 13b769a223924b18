import { findConnector } from '../../../connectors/registry.ts'
import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { cancel as cancelJob, enqueue } from '../../../queue/queue.ts'
import { getReadyMedia, useMedia } from '../media/service.ts'
import { checkPost } from './check-post.ts'
import { publishJob, reconcileJob } from './contract/jobs.ts'
import type { RetryPostRequest, TargetRequest, UpdatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { storeTargets } from './create.ts'
import { presentPost } from './present.ts'
import { getPostRow, getReachable } from './read.ts'
import * as sql from './sql/posts.ts'
import * as targetSql from './sql/targets.ts'
import { askingOf, dedupeOf, publishingOf } from './target-jobs.ts'

/** Runs a change of a post with the post and its targets locked: no worker takes one of them meanwhile. */
async function changing(
  db: Db,
  principal: Principal,
  id: string,
  change: (tx: Db, post: sql.PostRow, targets: readonly targetSql.TargetRow[]) => Promise<void>,
): Promise<Post> {
  const { workspaceId } = principal
  await getReachable(db, principal, id)
  return transaction(db, async (tx) => {
    if (!(await sql.lockPost(tx, workspaceId, id))) throw notFound('post')
    const targets = await targetSql.lockTargets(tx, workspaceId, id)
    const post = await getPostRow(tx, workspaceId, id)
    await change(tx, post, targets)
    return presentPost(await getPostRow(tx, workspaceId, id))
  })
}

export function updatePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  body: UpdatePostRequest,
): Promise<Post> {
  const { workspaceId } = principal
  return changing(db, principal, id, async (tx, post, targets) => {
    if (post.status !== 'draft' && post.status !== 'scheduled')
      throw wrongState(post, 'only a draft or a scheduled post can be changed')
    const content = body.content ?? post.content
    const mediaIds = body.media_ids ?? post.media_ids
    const scheduledAt = scheduleOf(post, body)
    // A draft that is given a time is checked as a new post is.
    const isStarted = post.status === 'draft' && scheduledAt !== null
    const before = {
      accountIds: isStarted ? [] : targets.map((target) => target.account_id),
      mediaIds: mediaOf(post, targets),
    }
    const wanted = { targets: body.targets ?? targets.map(requestOf), content, mediaIds, before }
    const checked = await checkPost(ctx, tx, principal, wanted)
    if (checked.profileId !== post.profile_id)
      throw new InvalidRequest([invalidValue(['body', 'targets'], 'the post stays with its profile')])
    const row = { ...post, content, media_ids: [...mediaIds], scheduled_at: scheduledAt }
    await takeFromQueue(tx, targets)
    await targetSql.deleteTargets(tx, workspaceId, id)
    await sql.updatePost(tx, workspaceId, id, {
      content,
      media_ids: row.media_ids,
      scheduled_at: scheduledAt,
      updated_at: ctx.clock.now(),
    })
    const known = new Map(targets.map((target) => [target.account_id, target]))
    await storeTargets(ctx, tx, row, checked, { dueAt: scheduledAt ?? undefined, before: known })
  })
}

function mediaOf(post: sql.PostRow, targets: readonly targetSql.TargetRow[]): string[] {
  return [...new Set([...post.media_ids, ...targets.flatMap((target) => target.media_ids ?? [])])]
}

function scheduleOf(post: sql.PostRow, { scheduled_at }: UpdatePostRequest): Date | null {
  if (scheduled_at === undefined) return post.scheduled_at
  return scheduled_at === null ? null : new Date(scheduled_at)
}

function requestOf({ account_id, content, media_ids, options }: targetSql.TargetRow): TargetRequest {
  return { account_id, options, ...(content !== null && { content }), ...(media_ids !== null && { media_ids }) }
}

/** A job that has started meanwhile finds another turn, or nothing, and ends. */
async function takeFromQueue(tx: Db, targets: readonly targetSql.TargetRow[]): Promise<void> {
  for (const target of targets)
    if (target.wake_at !== null) await cancelJob(tx, target.workspace_id, publishJob, dedupeOf(target))
}

export function cancelPost(ctx: Context, db: Db, principal: Principal, id: string): Promise<Post> {
  const { workspaceId } = principal
  return changing(db, principal, id, async (tx, post, targets) => {
    if (targets.some((target) => target.status === 'publishing')) throw wrongState(post, 'it is being published')
    const pending = targets.filter((target) => target.status === 'pending')
    if (pending.length === 0) throw wrongState(post, 'nothing is left to cancel')
    await takeFromQueue(tx, pending)
    const ids = pending.map((target) => target.id)
    await targetSql.cancelTargets(tx, workspaceId, ids, ctx.clock.forDatabase())
    const { is_resting } = await getPostRow(tx, workspaceId, id)
    if (is_resting) await useMedia(ctx, tx, workspaceId, id, [])
  })
}

const MAY_BE_LIVE = ['publishing', 'processing', 'published', 'unconfirmed']

export async function deletePost(db: Db, principal: Principal, id: string): Promise<Post> {
  let gone: Post | undefined
  const { workspaceId } = principal
  await getReachable(db, principal, id)
  await transaction(db, async (tx) => {
    if (!(await sql.lockPost(tx, workspaceId, id))) throw notFound('post')
    const targets = await targetSql.lockTargets(tx, workspaceId, id)
    const post = await getPostRow(tx, workspaceId, id)
    const live = targets.find((target) => MAY_BE_LIVE.includes(target.status))
    if (live) throw wrongState(post, `a target is ${live.status}: it is, or may be, on the platform`)
    await takeFromQueue(tx, targets)
    await sql.deletePost(tx, workspaceId, id)
    gone = presentPost(post)
  })
  return gone as Post
}

export function retryPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { target_ids: ids, force }: RetryPostRequest,
): Promise<Post> {
  return changing(db, principal, id, async (tx, post, targets) => {
    const wanted = chosen(post, targets, ids, (target) => isRetryable(target, force))
    const isSent = wanted.some((target) => target.status === 'failed' || force)
    await keepMedia(ctx, tx, post, targets, isSent)
    for (const target of wanted) await restart(ctx, tx, target, force)
  })
}

function isRetryable(target: targetSql.TargetRow, force: boolean): boolean {
  if (target.status === 'failed') return true
  return target.status === 'unconfirmed' && (force || canAsk(target.platform))
}

export function canAsk(platform: string): boolean {
  return findConnector(platform)?.publish?.find !== undefined
}

/** Those of the targets that are named, or all that qualify; one that is named and does not is an error. */
export function chosen(
  post: sql.PostRow,
  targets: readonly targetSql.TargetRow[],
  ids: readonly string[] | undefined,
  qualifies: (target: targetSql.TargetRow) => boolean,
): targetSql.TargetRow[] {
  const wanted = ids
    ? ids.map((id, at) => {
        const target = targets.find((one) => one.id === id)
        if (!target) throw new ApiError('not_found', `The post has no target with the id of target_ids[${at}].`)
        return target
      })
    : targets.filter(qualifies)
  const other = wanted.find((target) => !qualifies(target))
  if (other) throw wrongState(post, `the target ${other.id} is ${other.status}`)
  if (wanted.length === 0) throw wrongState(post, 'no target is in a state for this')
  return wanted
}

/** What the targets show was let go of when they settled: it is needed again, or may be where the platform is asked first. */
async function keepMedia(
  ctx: Context,
  tx: Db,
  post: sql.PostRow,
  targets: readonly targetSql.TargetRow[],
  isSent: boolean,
): Promise<void> {
  const ids = mediaOf(post, targets)
  if (ids.length === 0) return
  const ready = await getReadyMedia(tx, post.workspace_id, ids)
  if (ready.length < ids.length && isSent) throw wrongState(post, 'its media are not there any more')
  const kept = ready.map(({ id }) => id)
  await useMedia(ctx, tx, post.workspace_id, post.id, kept)
}

async function restart(ctx: Context, tx: Db, target: targetSql.TargetRow, force: boolean): Promise<void> {
  const now = ctx.clock.forDatabase()
  const isAsked = target.status === 'unconfirmed' && !force
  const start = isAsked ? targetSql.restartAsking : targetSql.restartTarget
  const row = await start(tx, target.workspace_id, target.id, now)
  if (!row) throw notFound('target')
  const { payload, ...options } = isAsked ? askingOf(row) : publishingOf(row)
  await enqueue(ctx, tx, isAsked ? reconcileJob : publishJob, payload, options)
}

export function wrongState(post: sql.PostRow, reason: string): ApiError {
  return new ApiError('wrong_state', `The post is ${post.status}: ${reason}.`, {
    members: { post_status: post.status },
  })
}
