import { findLastItem } from '../sql/items.ts'
import { canActAs, forbidden } from './entities.ts'
import { addItem, changeItem, findOwnItem, presentItem } from './feed.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

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

const WINDOW_MS = 24 * 3_600_000

/** Accepts free text only within a day of the other person's last message. */
export async function sendMessage(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, body, params } = request
  const [conversationId = ''] = params
  if (!(await canActAs(request, body.entity_id))) return forbidden
  const last = { conversation_id: conversationId, direction: 'inbound' }
  const inbound = await findLastItem(ctx.db, workspaceId, { entityId: body.entity_id, kind: 'message', data: last })
  if (!inbound) return refuse(404, 'no_such_conversation', 'There is no such conversation.')
  const isOpen = ctx.clock.now().getTime() - inbound.created_at.getTime() < WINDOW_MS
  if (!isOpen && !body.template)
    return refuse(422, 'window_closed', 'More than a day has passed since their last message: send a template instead.')
  const message = await addItem(ctx, ctx.db, workspaceId, {
    entityId: body.entity_id,
    kind: 'message',
    handle: body.handle,
    data: {
      conversation_id: conversationId,
      direction: 'outbound',
      participant: inbound.data['participant'],
      body: body.body,
      attachments: [],
    },
  })
  return { status: 201, body: presentItem(message) }
}

export async function markConversationRead({ params }: NetworkRequest): Promise<NetworkReply> {
  return { status: 200, body: { id: params[0], is_read: true } }
}
