import { Type } from '../../kit/declare/type.ts'
import { AnyBody } from '../api/response.ts'
import type { Comments, Messages, Reviews, SentMessage } from '../inbox.ts'
import type { Session } from '../session.ts'
import { buildItemPath, declareFeed, listSince, post, put, remove } from './client.ts'
import { buildConversationId } from './conversation-ids.ts'
import { Comment, MessageItem, Review, ReviewReply, readComment, readMessageItem, readReview } from './items.ts'

const commentFeed = declareFeed('/comments', Comment, readComment)
const messageFeed = declareFeed('/messages', MessageItem, readMessageItem)
const reviewFeed = declareFeed('/reviews', Review, readReview)
const NewMessage = Type.Object({ id: Type.String() })
const RepliedReview = Type.Object({ reply: ReviewReply })

export const comments: Comments = {
  list: (session, since) => listSince(session, commentFeed, since),
  async reply(session, { externalId }, { body, handle }) {
    const path = `${buildItemPath('comments', externalId)}/replies`
    return readComment(await post(session, path, Comment, { body, handle }))
  },
  async onPost(session, postId, { body, handle }) {
    const path = `${buildItemPath('posts', postId)}/comments`
    return readComment(await post(session, path, Comment, { body, handle }))
  },
  async hide(session, id) {
    await put(session, buildItemPath('comments', id), AnyBody, { is_hidden: true })
  },
  async unhide(session, id) {
    await put(session, buildItemPath('comments', id), AnyBody, { is_hidden: false })
  },
  delete: (session, id) => remove(session, buildItemPath('comments', id)),
}

export const messages: Messages = {
  list: (session, since) => listSince(session, messageFeed, since),
  send: (session, { conversationExternalId, body, handle }) => send(session, conversationExternalId, { body, handle }),
  async sendMedia(session, { conversationExternalId, handle, medium, caption }) {
    const { mime, bytes } = medium
    const attachments = [{ type: mime.split('/')[0] ?? 'file', mime, bytes, url: await medium.publicUrl() }]
    return send(session, conversationExternalId, { body: caption, handle, attachments })
  },
  sendTemplate: (session, { conversationExternalId, participant, handle, template }) =>
    send(session, conversationExternalId, { to: participant.username, handle, template }),
  conversationWith(entityExternalId, phone) {
    const username = phone.slice(1)
    const participant = { externalId: `sb-visitor-${username}`, name: username, username, avatarUrl: null }
    return { externalId: buildConversationId(entityExternalId, username), participant }
  },
  async markRead(session, { externalId }) {
    await put(session, buildItemPath('conversations', externalId), AnyBody, { is_read: true })
  },
}

async function send(session: Session, conversationId: string, body: Record<string, unknown>): Promise<SentMessage> {
  const path = `${buildItemPath('conversations', conversationId)}/messages`
  const { id } = await post(session, path, NewMessage, body)
  return { externalId: id, status: 'sent' }
}

export const reviews: Reviews = {
  list: (session, since) => listSince(session, reviewFeed, since),
  async reply(session, externalId, body) {
    const { reply } = await put(session, `${buildItemPath('reviews', externalId)}/reply`, RepliedReview, { body })
    return { createdAt: new Date(reply.created_at) }
  },
  deleteReply: (session, externalId) => remove(session, `${buildItemPath('reviews', externalId)}/reply`),
}
