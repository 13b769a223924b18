import { type Static, Type } from 'typebox'
import { echoId, IdParams, onePage } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { PageOf, PageQuery } from '../../../../../kit/declare/page.ts'
import { OneOf } from '../../../../../kit/declare/schema.ts'
import { job } from '../../../../../queue/job.ts'
import { ReplyRequest } from '../../comments/contract.ts'
import { conversationExample, messageExample } from './examples.ts'
import { Conversation, Message } from './resources.ts'

export { Conversation, Message }

/** In turn within a conversation: a message that waits holds up those after it, so that they arrive in their order. */
export const sendMessage = job({
  id: 'messages.send',
  payload: Type.Object({ message_id: Type.String() }),
  retry: [2, 5, 15, 60, 300],
  blocking: true,
  priority: 3,
})

export const markRead = job({
  id: 'conversations.mark_read',
  payload: Type.Object({ conversation_id: Type.String() }),
  retry: [30, 300, 3600],
  priority: 7,
})

export type ConversationChange = Static<typeof ConversationChange>
const STATUSES = ['open', 'archived'] as const
const ConversationChange = Type.Object(
  { status: OneOf(STATUSES) },
  { additionalProperties: false, title: 'ConversationChange' },
)

const id = { params: IdParams }
const ofExample = { params: { id: conversationExample.id } }
const page = <T>(item: T) => onePage(item)
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
    access: 'read',
    scope: 'profile',
    query: Type.Object({
      ...PageQuery,
      account_id: Type.Optional(Type.String({ maxLength: 64 })),
      status: Type.Optional(OneOf(STATUSES)),
    }),
    reply: PageOf(Conversation, 'ConversationPage'),
    example: { reply: page(conversationExample) },
  }),

  get: endpoint({
    id: 'conversations.get',
    route: 'GET /v1/conversations/{id}',
    summary: 'Read one conversation',
    access: 'read',
    scope: 'profile',
    ...id,
    reply: Conversation,
    example: { ...ofExample, reply: conversationExample, echo: echoId },
  }),

  update: endpoint({
    id: 'conversations.update',
    route: 'PATCH /v1/conversations/{id}',
    summary: 'Archive a conversation, or open it again',
    description: 'The next message of the other side opens an archived conversation by itself.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ConversationChange,
    reply: Conversation,
    example: {
      ...ofExample,
      body: { status: 'archived' },
      reply: { ...conversationExample, status: 'archived' },
      echo: ({ params, body }, reply) => ({ ...echoId({ params }, reply), status: body.status }),
    },
  }),

  read: endpoint({
    id: 'conversations.read',
    route: 'POST /v1/conversations/{id}/read',
    summary: 'Mark a conversation as read',
    description: 'The platform is told too, a moment later, where it has a way to be.',
    access: 'write',
    scope: 'profile',
    ...id,
    reply: Conversation,
    example: {
      ...ofExample,
      reply: { ...conversationExample, unread_count: 0 },
      echo: echoId,
    },
  }),

  messages: endpoint({
    id: 'conversations.list_messages',
    route: 'GET /v1/conversations/{id}/messages',
    summary: 'List the messages of a conversation, newest first',
    access: 'read',
    scope: 'profile',
    ...id,
    query: Type.Object(PageQuery),
    reply: PageOf(Message, 'MessagePage'),
    example: { ...ofExample, reply: page(messageExample) },
  }),

  reply: endpoint({
    id: 'conversations.reply',
    route: 'POST /v1/conversations/{id}/messages',
    summary: 'Send a message',
    description:
      'Answered when it is queued, with an empty `external_id`; then it is sent, delivered, read, or failed. It is sent once: when the platform did not say what became of it, it is looked for and never sent blindly again. Refused with 409 while the window is closed.',
    access: 'write',
    scope: 'profile',
    ...id,
    body: ReplyRequest,
    status: 201,
    location: '/v1/conversations/{conversation_id}/messages',
    reply: Message,
    errors: ['wrong_state', 'unsupported_by_platform'],
    example: {
      ...ofExample,
      body: { body: 'It is.' },
      reply: sentExample,
      echo: ({ params, body }, reply) => ({ ...reply, conversation_id: params.id, body: body.body }),
    },
  }),
}
