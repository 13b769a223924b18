import type { Context, Principal } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import type { PendingResponse } from '../../../kit/declare/route.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { batchByWorkspace } from '../../../kit/postgres/batch-by-workspace.ts'
import { type Db, isPool, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { lockResponses, storeResponses } from '../../identity/idempotency/batched-responses.ts'
import type { CreateDraftRequest, CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentNewPost } from './present.ts'
import { insertPosts } from './sql/posts.ts'
import { type StoredTargets, storeTargets } from './store-targets.ts'
import { type NewPost, type PlannedPost, planPost } from './validate.ts'

type WithIdempotencyKey<Body> = Body & { readonly idempotencyKey: string | null }

export function createPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithIdempotencyKey<CreatePostRequest>,
  response: PendingResponse | null = null,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: false }, response)
}

export function createDraft(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithIdempotencyKey<CreateDraftRequest>,
  response: PendingResponse | null = null,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: true }, response)
}

async function storePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  post: NewPost,
  response: PendingResponse | null,
): Promise<Post> {
  const { workspaceId } = principal
  if (isPool(db)) {
    const stored = await createBatched(ctx, workspaceId, { principal, post, response })
    if (stored instanceof Error) throw stored
    return stored
  }
  const planned = await planPost(ctx, db, principal, post)
  const [stored] = await transaction(db, (tx) => storePosts(ctx, tx, workspaceId, [planned]))
  return stored as Post
}

/** A post to create, and the response to store with it. */
interface PostCreation {
  readonly principal: Principal
  readonly post: NewPost
  readonly response: PendingResponse | null
}

/**
 * Posts that are created at the same moment share a transaction. Measured: its commit costs more than a post (decision 0040).
 * Their references are read by the batch too: if each post read its own, a statement would read few of them (decision 0053).
 */
const createBatched = batchByWorkspace(async (ctx, workspaceId, creations: readonly PostCreation[]) => {
  const plans = await Promise.all(creations.map((creation) => plan(ctx, creation)))
  const planned = plans.flatMap((each) => (each instanceof Error ? [] : [each]))
  const stored =
    planned.length > 0 ? await transaction(ctx.db, (tx) => storeAll(ctx, tx, workspaceId, planned)) : new Map()
  return plans.map((each): Post | Error => (each instanceof Error ? each : stored.get(each)))
})

interface PlannedCreation {
  readonly planned: PlannedPost
  readonly response: PendingResponse | null
}

/** Plans one post. An error of its request affects only that request. */
async function plan(ctx: Context, { principal, post, response }: PostCreation): Promise<PlannedCreation | ApiError> {
  try {
    return { planned: await planPost(ctx, ctx.db, principal, post), response }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Returns each post, or the error where its Idempotency-Key does not allow it. */
async function storeAll(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  plans: readonly PlannedCreation[],
): Promise<Map<PlannedCreation, Post | Error>> {
  const refusals = await lockResponses(
    tx,
    workspaceId,
    plans.map(({ response }) => response),
  )
  const allowed = plans.filter((_, at) => refusals[at] === undefined)
  const posts = await storePosts(
    ctx,
    tx,
    workspaceId,
    allowed.map(({ planned }) => planned),
  )
  const responses = allowed.flatMap(({ response: call }, at) => (call ? [{ call, result: posts[at] }] : []))
  await storeResponses(ctx, tx, workspaceId, responses)
  failpoint('post_creating')
  const stored = new Map<PlannedCreation, Post | Error>(allowed.map((each, at) => [each, posts[at] as Post]))
  for (const [at, each] of plans.entries()) if (refusals[at]) stored.set(each, refusals[at])
  return stored
}

async function storePosts(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  planned: readonly PlannedPost[],
): Promise<readonly Post[]> {
  if (planned.length === 0) return []
  const rows = planned.map(({ row }) => row)
  const inserted = insertPosts(tx, workspaceId, rows).catch((error: unknown) => {
    throw violatedConstraint(error) === 'posts_profile_fkey' ? notFound('profile') : error
  })
  const posts = planned.map(({ row, checked }) => {
    return { post: row, checked, dueAt: row.is_draft ? undefined : row.scheduled_at }
  })
  // The targets do not wait for the posts' response: both are sent in one round trip.
  const [, stored] = await Promise.all([inserted, storeTargets(ctx, tx, workspaceId, posts)])
  return rows.map((row, at) => presentNewPost(row, stored[at] as StoredTargets))
}
