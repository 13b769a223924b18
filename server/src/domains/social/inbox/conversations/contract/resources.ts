import type { Static } from 'typebox'
import { DateTime, ErrorObject, FreeForm, Nullable, StringEnum } from '../../../../../kit/declare/schema.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { PlatformName, PlatformUser } from '../../../accounts/contract/platform.ts'

export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]
export const CONVERSATION_STATUSES = ['open', 'archived'] as const

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]
const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed', 'received'] as const

export type LastMessage = Static<typeof LastMessage>
const LastMessage = Type.Object(
  {
    id: Type.String(),
    direction: StringEnum(['inbound', 'outbound']),
    status: StringEnum(MESSAGE_STATUSES),
    body: Nullable(Type.String({ description: 'The first 200 characters.' })),
    attachments: Type.Integer({ minimum: 0, description: 'Number of files.' }),
  },
  { title: 'LastMessage' },
)

export type Conversation = Static<typeof Conversation>
export const Conversation = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: PlatformName,
    external_id: Type.String(),
    participant: PlatformUser,
    status: StringEnum(CONVERSATION_STATUSES),
    window_expires_at: Nullable(DateTime),
    window_open: Type.Boolean(),
    last_inbound_at: Nullable(DateTime),
    last_message_at: Nullable(DateTime),
    last_message: Nullable(LastMessage),
    unread_count: Type.Integer({ minimum: 0 }),
    created_at: DateTime,
  },
  { title: 'ConversationView' },
)

export type Message = Static<typeof Message>
export const Message = Type.Object(
  {
    id: Type.String(),
    conversation_id: Type.String(),
    direction: StringEnum(['inbound', 'outbound']),
    external_id: Type.String(),
    status: StringEnum(MESSAGE_STATUSES),
    body: Nullable(Type.String()),
    attachments: Type.Array(FreeForm()),
    sent_via: Nullable(Type.String()),
    template: Nullable(
      Type.Object(
        { name: Type.String(), language: Type.String(), components: Type.Array(FreeForm()) },
        { description: 'The template that was sent; `body` is then its text with the values filled in.' },
      ),
    ),
    error: Nullable(ErrorObject),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'MessageView' },
)
