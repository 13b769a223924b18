import { implement } from '../../../kit/declare/route.ts'
import { posts } from './contract/posts.ts'
import { createDraft, createPost } from './create.ts'
import { cancelPost, deletePost, publishNow, updatePost } from './edit.ts'
import { getPost, listAttempts, listPosts } from './read.ts'
import { retryPost } from './retry.ts'
import { unpublishPost } from './unpublish.ts'
import { validatePost } from './validate.ts'

export const postRoutes = implement(posts, {
  create: ({ body, principal, ctx, db, idempotencyKey, pendingResponse }) =>
    createPost(ctx, db, principal, { ...body, idempotencyKey }, pendingResponse),
  createDraft: ({ body, principal, ctx, db, idempotencyKey, pendingResponse }) =>
    createDraft(ctx, db, principal, { ...body, idempotencyKey }, pendingResponse),
  validate: ({ body, principal, ctx, db }) => validatePost(ctx, db, principal, body),
  list: ({ query, principal, db }) => listPosts(db, principal, query),
  get: ({ params, principal, db }) => getPost(db, principal, params.id),
  update: ({ params, body, principal, ctx, db, ifMatch }) =>
    updatePost(ctx, db, principal, { id: params.id, ifMatch }, body),
  publish: ({ params, principal, ctx, db }) => publishNow(ctx, db, principal, params.id),
  delete: ({ params, principal, db }) => deletePost(db, principal, params.id),
  cancel: ({ params, principal, ctx, db }) => cancelPost(ctx, db, principal, params.id),
  retry: ({ params, body, principal, ctx, db }) => retryPost(ctx, db, principal, params.id, body),
  unpublish: ({ params, body, principal, ctx }) => unpublishPost(ctx, principal, params.id, body),
  attempts: ({ params, query, principal, db }) => listAttempts(db, principal, params.id, query),
})
