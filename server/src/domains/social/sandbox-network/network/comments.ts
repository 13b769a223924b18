import { addItem, changeItem, findOwnItem, presentItem } from './feed.ts'
import type { NetworkReply, NetworkRequest } from './request.ts'

export async function replyToComment(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body } = request
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment
  const reply = await addItem(ctx, ctx.db, workspaceId, {
    entityId: comment.entity_id,
    kind: 'comment',
    handle: body.handle,
    data: {
      post_id: comment.data['post_id'],
      parent_id: comment.id,
      author: { id: comment.entity_id, name: 'The page', username: null },
      body: body.body,
      is_hidden: false,
      is_own: true,
    },
  })
  return { status: 201, body: presentItem(reply) }
}

export async function changeComment(request: NetworkRequest): Promise<NetworkReply> {
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment
  const isHidden = request.body.is_hidden === true
  if (comment.data['is_hidden'] !== isHidden)
    await changeItem(request.ctx.db, request.workspaceId, comment.id, { is_hidden: isHidden })
  return { status: 200, body: { id: comment.id, is_hidden: isHidden } }
}

/** The feed shows that the comment is deleted; a repeat is a success. */
export async function deleteComment(request: NetworkRequest): Promise<NetworkReply> {
  const comment = await findOwnItem(request, 'comment')
  if ('status' in comment) return comment.status === 404 ? { status: 200, body: {} } : comment
  await changeItem(request.ctx.db, request.workspaceId, comment.id, { is_deleted: true, body: null })
  return { status: 200, body: { id: comment.id } }
}
