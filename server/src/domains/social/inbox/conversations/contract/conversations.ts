import { type Static, Type } from 'typebox'
import { echoId, exampleById, IdParams, listOf, onePage } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../../kit/declare/page.ts'
import { OneOf } from '../../../../../kit/declare/schema.ts'
import { ReplyRequest } from '../../contract.ts'
import { conversationExample, messageExample } from './examples.ts'
import { CONVERSATION_STATUSES, Conversation, Message } from './resources.ts'

export type ConversationChange = Static<typeof ConversationChange>
const ConversationChange = Type.Object(
  { status: OneOf(CONVERSATION_STATUSES) },
  { additionalProperties: false, title: 'ConversationChange' },
)

const read = { access: 'read', scope: 'profile' } as const
const readOne = { ...read, params: IdParams } as const
const writeOne = { access: 'write', scope: 'profile', params: IdParams } as const
const conversationId = { params: { id: conversationExample.id } }
const sentExample: Message = {
  ...messageExample,
  direction: 'outbound',
  external_id: '',
  status: 'queued',
  body: 'It is.',
  sent_via: 'api',
  occurred_at: null,
}

export const conversations = {
  list: endpoint({
    id: 'conversations.list',
    route: 'GET /v1/conversations',
    summary: 'List conversations, newest first',
    ...read,
    ...listOf(Conversation, 'ConversationPage', conversationExample),
    query: Type.Object({
      ...PageQuery,
      account_id: Type.Optional(Type.String({ maxLength: 64 })),
      status: Type.Optional(OneOf(CONVERSATION_STATUSES)),
    }),
  }),

  get: endpoint({
    id: 'conversations.get',
    route: 'GET /v1/conversations/{id}',
    summary: 'Read one conversation',
    ...readOne,
    reply: Conversation,
    example: exampleById(conversationExample),
  }),

  update: endpoint({
    id: 'conversations.update',
    route: 'PATCH /v1/conversations/{id}',
    summary: 'Archive a conversation, or open it again',
    description: 'An archived conversation opens again when the other person writes.',
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
    description: 'On platforms that support it, the conversation is marked as read there too, a moment later.',
    ...writeOne,
    reply: Conversation,
    example: exampleById({ ...conversationExample, unread_count: 0 }),
  }),

  messages: endpoint({
    id: 'conversations.list_messages',
    route: 'GET /v1/conversations/{id}/messages',
    summary: 'List the messages of a conversation, newest first',
    ...readOne,
    query: Type.Object(PageQuery),
    reply: PageOf(Message, 'MessagePage'),
    example: { ...conversationId, reply: onePage(messageExample) },
  }),

  reply: endpoint({
    id: 'conversations.reply',
    route: 'POST /v1/conversations/{id}/messages',
    summary: 'Send a message',
    description:
      'Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed. It is sent at most once: when the platform does not say what became of it, it is looked for there and not sent again. Refused with 409 while the message window is closed.',
    ...writeOne,
    body: ReplyRequest,
    status: 201,
    location: '/v1/conversations/{conversation_id}/messages',
    reply: Message,
    errors: ['wrong_state', 'unsupported_by_platform'],
    example: {
      ...conversationId,
      body: { body: 'It is.' },
      reply: sentExample,
      echo: ({ params, body }, reply) => ({ ...reply, conversation_id: params.id, body: body.body }),
    },
  }),
}
