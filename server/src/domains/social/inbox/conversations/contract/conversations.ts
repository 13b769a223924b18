import type { Static } from 'typebox'
import { declareList, echoId, exampleById, examplePages, IdParams } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { examplePicture } from '../../../../../kit/declare/example-picture.ts'
import { checkCursor, PageQuery } from '../../../../../kit/declare/page.ts'
import { StringEnum } from '../../../../../kit/declare/schema.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { buildPictureEndpoint } from '../../../accounts/contract/picture.ts'
import { PlatformName } from '../../../accounts/contract/platform.ts'
import { readRecentCursor } from '../recent-cursor.ts'
import { conversationExample, messageExample } from './examples.ts'
import { CONVERSATION_STATUSES, Conversation, Message } from './resources.ts'

export type ConversationChange = Static<typeof ConversationChange>
const ConversationChange = Type.Object(
  { status: StringEnum(CONVERSATION_STATUSES) },
  { additionalProperties: false, title: 'ConversationChange' },
)

export type ConversationQuery = Static<typeof ConversationQuery>
const ConversationQuery = Type.Object({
  ...PageQuery,
  account_id: Type.Optional(Type.String({ maxLength: 64 })),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(StringEnum(CONVERSATION_STATUSES)),
  unread: Type.Optional(
    Type.Boolean({ description: 'True for conversations with unread messages, false for the others.' }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Text in the other person's name or the last message; not case-sensitive.",
    }),
  ),
  order: Type.Optional(
    StringEnum(['created', 'last_message'], {
      description:
        'The time by which conversations are sorted, newest first: `created`, the default, or `last_message`, as in an inbox. A cursor is valid for one order.',
    }),
  ),
})

const read = { access: 'read', scope: 'profile' } as const
const readOne = { ...read, params: IdParams } as const
const writeOne = { access: 'write', scope: 'profile', params: IdParams } as const
const conversationId = { params: { id: conversationExample.id } }

export const conversations = {
  list: endpoint({
    id: 'conversations.list',
    route: 'GET /v1/conversations',
    summary: 'List conversations, newest first',
    tool: { name: 'inbox_list', when: 'conversations', hides: ['order'] },
    ...read,
    ...declareList(Conversation, 'ConversationPage', conversationExample),
    query: ConversationQuery,
    check: ({ query: { order, cursor } }) =>
      order === 'last_message' && cursor !== undefined && readRecentCursor(cursor) ? [] : checkCursor(cursor, 'conv'),
  }),

  get: endpoint({
    id: 'conversations.get',
    route: 'GET /v1/conversations/{id}',
    summary: 'Read one conversation',
    tool: { name: 'inbox_thread', when: 'conv', part: 'conversation' },
    ...readOne,
    reply: Conversation,
    example: exampleById(conversationExample),
  }),

  avatar: endpoint({
    id: 'conversations.avatar',
    route: 'GET /v1/conversations/{id}/avatar',
    summary: 'Download the picture of the other person in a conversation',
    ...buildPictureEndpoint(conversationExample.id),
  }),

  update: endpoint({
    id: 'conversations.update',
    route: 'PATCH /v1/conversations/{id}',
    summary: 'Archive or reopen a conversation',
    description: 'An archived conversation reopens when the other person writes.',
    ...writeOne,
    body: ConversationChange,
    reply: Conversation,
    example: {
      ...conversationId,
      body: { status: 'archived' },
      reply: { ...conversationExample, status: 'archived' },
      echo: ({ params, body }, reply) => ({ ...echoId({ params }, reply), status: body.status }),
    },
  }),

  read: endpoint({
    id: 'conversations.read',
    route: 'POST /v1/conversations/{id}/read',
    summary: 'Mark a conversation as read',
    description: 'On platforms that support it, the conversation is also marked as read there, a moment later.',
    ...writeOne,
    reply: Conversation,
    example: exampleById({ ...conversationExample, unread_count: 0 }),
  }),

  unread: endpoint({
    id: 'conversations.unread',
    route: 'POST /v1/conversations/{id}/unread',
    summary: 'Mark a conversation as unread',
    description: 'Its `unread_count` is then at least 1. Platforms are not notified.',
    ...writeOne,
    reply: Conversation,
    example: exampleById(conversationExample),
  }),

  attachment: endpoint({
    id: 'messages.attachment',
    route: 'GET /v1/messages/{id}/attachments/{index}',
    summary: 'Download a file of a message',
    description:
      "`index` counts the message's `attachments` from 0. For files that were sent through this API, and for those that the platform releases only with our token; others have their own `url`.",
    ...read,
    params: Type.Object({ id: Type.String({ maxLength: 64 }), index: Type.Integer({ minimum: 0, maximum: 100 }) }),
    reply: Type.String(),
    special: { streams: ['*/*'] },
    callsOut: true,
    errors: ['not_found', 'wrong_state', 'unsupported_by_platform', 'upstream_error', 'upstream_timeout'],
    example: { params: { id: messageExample.id, index: '0' }, reply: '', echo: () => examplePicture('attachment') },
  }),

  messages: endpoint({
    id: 'conversations.list_messages',
    route: 'GET /v1/conversations/{id}/messages',
    summary: 'List the messages of a conversation, newest first',
    tool: { name: 'inbox_thread', when: 'conv', part: 'messages' },
    ...readOne,
    ...declareList(Message, 'MessagePage', messageExample),
    example: { ...conversationId, ...examplePages(messageExample, ({ id = '' }) => ({ conversation_id: id })) },
  }),
}
