import { listPosts } from '../sql/posts.ts'
import { canActAs, forbidden } from './entities.ts'
import { addItem, changeItem, findOwnItem, presentItem } from './feed.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

/** Comments on a page's own post. */
export async function commentOnPost(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body, params } = request
  const { entity_id: entityId, handle } = body
  if (!(await canActAs(request, entityId))) return forbidden
  const [post] = await listPosts(ctx.db, workspaceId, { entityId, ids: [params[0] ?? ''], limit: 1 })
  if (!post) return refuse(404, 'no_such_post', 'There is no such post.')
  const data = ownComment(entityId, { post_id: post.id, parent_id: null, body: body.body })
  const comment = await addItem(ctx, ctx.db, workspaceId, { entityId, kind: 'comment', handle, data })
  return { status: 201, body: presentItem(comment) }
}

export async function replyToComment(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment
  const reply = await addItem(ctx, ctx.db, workspaceId, {
    entityId: comment.entity_id,
    kind: 'comment',
    handle: body.handle,
    data: ownComment(comment.entity_id, {
      post_id: comment.data['post_id'],
      parent_id: comment.id,
      body: body.body,
    }),
  })
  return { status: 201, body: presentItem(reply) }
}

function ownComment(entityId: string, about: Record<'post_id' | 'parent_id' | 'body', unknown>) {
  const author = { id: entityId, name: 'The page', username: null }
  return { ...about, author, is_hidden: false, is_own: true }
}

export async function changeComment(request: NetworkRequest): Promise<NetworkReply> {
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment
  const isHidden = request.body.is_hidden === true
  if (comment.data['is_hidden'] !== isHidden)
    await changeItem(request.ctx.db, request.workspaceId, comment.id, { is_hidden: isHidden })
  return { status: 200, body: { id: comment.id, is_hidden: isHidden } }
}

/** Deletes a comment, which the feed then shows as deleted; a repeat is a success. */
export async function deleteComment(request: NetworkRequest): Promise<NetworkReply> {
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment.status === 404 ? { status: 200, body: {} } : comment
  await changeItem(request.ctx.db, request.workspaceId, comment.id, { is_deleted: true, body: null })
  return { status: 200, body: { id: comment.id } }
}
