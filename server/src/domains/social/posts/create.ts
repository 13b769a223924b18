import type { Context, Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { type Db, transaction, violatedConstraint } from '../../../kit/postgres/db.ts'
import type { CreateDraftRequest, CreatePostRequest } from './contract/requests.ts'
import type { Post } from './contract/resources.ts'
import { presentPost } from './present.ts'
import { getPostRow } from './read.ts'
import { insertPost } from './sql/posts.ts'
import { storeTargets } from './store-targets.ts'
import { type NewPost, planPost } from './validate.ts'

type WithKey<Body> = Body & { readonly idempotencyKey: string | null }

export function createPost(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithKey<CreatePostRequest>,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: false })
}

export function createDraft(
  ctx: Context,
  db: Db,
  principal: Principal,
  body: WithKey<CreateDraftRequest>,
): Promise<Post> {
  return storePost(ctx, db, principal, { ...body, isDraft: true })
}

async function storePost(ctx: Context, db: Db, principal: Principal, post: NewPost): Promise<Post> {
  const { row, checked } = await planPost(ctx, db, principal, post)
  return transaction(db, async (tx) => {
    await insertPost(tx, row).catch((error: unknown) => {
      throw violatedConstraint(error) === 'posts_profile_fkey' ? notFound('profile') : error
    })
    await storeTargets(ctx, tx, row, checked, { dueAt: row.is_draft ? undefined : row.scheduled_at })
    return presentPost(await getPostRow(tx, principal.workspaceId, row.id))
  })
}
