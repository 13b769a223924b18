import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import type { PendingAnswer } from '../../../kit/declare/route.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { batchByWorkspace } from '../../../kit/postgres/batch-by-workspace.ts'
import { type Db, isPool, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import { lockAnswers, storeAnswers } from '../../identity/idempotency/batched.ts'
import type { CreateDraftRequest, CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentNewPost } from './present.ts'
import { insertPosts } from './sql/posts.ts'
import { type StoredTargets, storeTargets } from './store-targets.ts'
import { type NewPost, type PlannedPost, planPost } from './validate.ts'

type WithKey<Body> = Body & { readonly idempotencyKey: string | null }

export function createPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithKey<CreatePostRequest>,
  answer: PendingAnswer | null = null,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: false }, answer)
}

export function createDraft(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithKey<CreateDraftRequest>,
  answer: PendingAnswer | null = null,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: true }, answer)
}

async function storePost(
  ctx: Context,
  db: Db,
  principal: Principal,
  post: NewPost,
  answer: PendingAnswer | null,
): Promise<Post> {
  const { workspaceId } = principal
  const planned = await planPost(ctx, db, principal, post)
  const stored = isPool(db)
    ? await storeBatched(ctx, workspaceId, { planned, answer })
    : (await transaction(db, (tx) => storePosts(ctx, tx, workspaceId, [planned])))[0]
  if (stored instanceof Error) throw stored
  return stored as Post
}

/** A post to store, and the answer to store with it. */
interface Creation {
  readonly planned: PlannedPost
  readonly answer: PendingAnswer | null
}

/** Posts that are created at the same moment share a transaction. Measured: its commit costs more than a post (decision 0040). */
const storeBatched = batchByWorkspace((ctx, workspaceId, creations: readonly Creation[]) =>
  transaction(ctx.db, (tx) => storeAll(ctx, tx, workspaceId, creations)),
)

/** Answers each post, or the error where its Idempotency-Key does not allow it. */
async function storeAll(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  creations: readonly Creation[],
): Promise<readonly (Post | Error)[]> {
  const refusals = await lockAnswers(
    tx,
    workspaceId,
    creations.map(({ answer }) => answer),
  )
  const allowed = creations.filter((_, at) => refusals[at] === undefined)
  const posts = await storePosts(
    ctx,
    tx,
    workspaceId,
    allowed.map(({ planned }) => planned),
  )
  const answers = allowed.flatMap(({ answer: call }, at) => (call ? [{ call, result: posts[at] }] : []))
  await storeAnswers(ctx, tx, workspaceId, answers)
  failpoint('post_creating')
  const postOf = new Map(allowed.map((creation, at) => [creation, posts[at]]))
  return creations.map((creation, at) => refusals[at] ?? (postOf.get(creation) as Post))
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
  // The targets do not wait for the answer to the posts: both are on their way in one round trip.
  const [, stored] = await Promise.all([inserted, storeTargets(ctx, tx, workspaceId, posts)])
  return rows.map((row, at) => presentNewPost(row, stored[at] as StoredTargets))
}
