import type { Conversation, Message } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'

export const conversationExample: Conversation = {
  id: 'conv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  external_id: '4000001',
  participant: { name: 'Example person' },
  status: 'open',
  window_expires_at: '2026-01-16T09:30:00.000Z',
  window_open: true,
  last_inbound_at: moment,
  last_message_at: moment,
  last_message: {
    id: 'msg_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    direction: 'inbound',
    status: 'received',
    body: 'Is this still available?',
    attachments: 0,
  },
  unread_count: 1,
  created_at: moment,
}

export const templateExample = {
  name: 'order_update',
  language: 'en',
  components: [{ type: 'body', parameters: [{ type: 'text', text: '1001' }] }],
}

export const messageExample: Message = {
  id: 'msg_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  conversation_id: conversationExample.id,
  direction: 'inbound',
  external_id: '5000001',
  status: 'received',
  body: 'Is this still available?',
  attachments: [],
  sent_via: null,
  template: null,
  error: null,
  occurred_at: moment,
  created_at: moment,
}

/** A message that was accepted but not sent yet. */
export const queuedExample: Message = {
  ...messageExample,
  direction: 'outbound',
  external_id: '',
  status: 'queued',
  body: 'It is.',
  sent_via: 'api',
  occurred_at: null,
}
