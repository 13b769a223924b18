import { Type } from 'typebox'
import { event } from '../../../../../kit/declare/event.ts'
import { conversationExample, messageExample } from './examples.ts'
import { Conversation, Message } from './resources.ts'

export const messageReceived = event({
  type: 'message.received',
  summary: 'An inbound message landed in the inbox.',
  data: Type.Object({ message: Message, conversation: Conversation }),
  example: { message: messageExample, conversation: conversationExample },
})

export const conversationEvents = [messageReceived] as const
