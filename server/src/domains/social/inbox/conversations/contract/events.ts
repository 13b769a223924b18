import { event } from '../../../../../kit/declare/event.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { conversationExample, messageExample, queuedExample } from './examples.ts'
import { Conversation, Message } from './resources.ts'

export const messageReceived = event({
  type: 'message.received',
  summary: 'An inbound message landed in the inbox.',
  data: Type.Object({ message: Message, conversation: Conversation }),
  example: { message: messageExample, conversation: conversationExample },
})

export const messageStatusChanged = event({
  type: 'message.status_changed',
  summary: 'The status of a message that you sent changed: sent, delivered, read or failed.',
  data: Type.Object({ message: Message, conversation: Conversation }),
  example: {
    message: { ...queuedExample, external_id: '5000002', status: 'delivered', occurred_at: queuedExample.created_at },
    conversation: conversationExample,
  },
})

export const conversationEvents = [messageReceived, messageStatusChanged] as const
