import type { Comments, Messages, Reviews } from '../inbox.ts'
import type { Json } from '../session.ts'
import { buildConversationId } from './conversation-ids.ts'
import { buildItemPath, listSince, post, put, remove } from './entity-requests.ts'
import { readComment, readInboxItem, readReview } from './items.ts'

export const comments: Comments = {
  list: (session, since) => listSince(session, '/comments', since, readComment),
  async reply(session, { externalId }, { body, handle }) {
    return readComment(await post(session, `${buildItemPath('comments', externalId)}/replies`, { body, handle }))
  },
  async onPost(session, postId, { body, handle }) {
    return readComment(await post(session, `${buildItemPath('posts', postId)}/comments`, { body, handle }))
  },
  async hide(session, id) {
    await put(session, buildItemPath('comments', id), { is_hidden: true })
  },
  async unhide(session, id) {
    await put(session, buildItemPath('comments', id), { is_hidden: false })
  },
  delete: (session, id) => remove(session, buildItemPath('comments', id)),
}

export const messages: Messages = {
  list: (session, since) => listSince(session, '/messages', since, readInboxItem),
  async send(session, { conversationExternalId, body, handle }) {
    const path = `${buildItemPath('conversations', conversationExternalId)}/messages`
    const sent = await post(session, path, { body, handle })
    return { externalId: sent.id, status: 'sent' }
  },
  async sendMedia(session, { conversationExternalId, handle, medium, caption }) {
    const path = `${buildItemPath('conversations', conversationExternalId)}/messages`
    const { mime, bytes } = medium
    const attachments = [{ type: mime.split('/')[0] ?? 'file', mime, bytes, url: await medium.publicUrl() }]
    const sent = await post(session, path, { body: caption, handle, attachments })
    return { externalId: sent.id, status: 'sent' }
  },
  async sendTemplate(session, { conversationExternalId, participant, handle, template }) {
    const path = `${buildItemPath('conversations', conversationExternalId)}/messages`
    const { name, language, components } = template
    const body = {
      to: participant.username,
      handle,
      template: { name, language, components: components as unknown as Json },
    }
    const sent = await post(session, path, body)
    return { externalId: sent.id, status: 'sent' }
  },
  conversationWith(entityExternalId, phone) {
    const username = phone.slice(1)
    const participant = { externalId: `sb-visitor-${username}`, name: username, username, avatarUrl: null }
    return { externalId: buildConversationId(entityExternalId, username), participant }
  },
  async markRead(session, { externalId }) {
    await put(session, buildItemPath('conversations', externalId), { is_read: true })
  },
}

export const reviews: Reviews = {
  list: (session, since) => listSince(session, '/reviews', since, readReview),
  async reply(session, externalId, body) {
    const { reply } = await put(session, `${buildItemPath('reviews', externalId)}/reply`, { body })
    return { createdAt: new Date(reply.created_at) }
  },
  deleteReply: (session, externalId) => remove(session, `${buildItemPath('reviews', externalId)}/reply`),
}
