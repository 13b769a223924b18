import { implement } from '../../../../kit/declare/route.ts'
import { openPicture } from '../../accounts/picture.ts'
import { openAttachment } from './attachments.ts'
import { conversations } from './contract/conversations.ts'
import { sending } from './contract/sending.ts'
import { replyToConversation, startConversation } from './queue-message.ts'
import {
  getConversation,
  getConversationRow,
  listConversations,
  listMessages,
  markConversationRead,
  markConversationUnread,
  updateConversation,
} from './service.ts'

export const conversationRoutes = [
  ...implement(conversations, {
    list: ({ query, principal, ctx, db }) => listConversations(ctx, db, principal, query),
    avatar: async ({ params, principal, ctx, db }) =>
      openPicture(
        ctx,
        principal.workspaceId,
        (await getConversationRow(db, principal, params.id)).participant['avatar_url'],
      ),
    get: ({ params, principal, ctx, db }) => getConversation(ctx, db, principal, params.id),
    update: ({ params, body, principal, ctx, db }) => updateConversation(ctx, db, principal, params.id, body),
    read: ({ params, principal, ctx, db }) => markConversationRead(ctx, db, principal, params.id),
    unread: ({ params, principal, ctx, db }) => markConversationUnread(ctx, db, principal, params.id),
    attachment: ({ params, principal, ctx, db }) => openAttachment(ctx, db, principal, params.id, params.index),
    messages: ({ params, query, principal, db }) => listMessages(db, principal, params.id, query),
  }),
  ...implement(sending, {
    reply: ({ params, body, principal, ctx, db }) => replyToConversation(ctx, db, principal, params.id, body),
    start: ({ params, body, principal, ctx, db }) => startConversation(ctx, db, principal, params.id, body),
  }),
]
