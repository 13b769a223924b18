import type { Account, Conversation, Job, Message, Post, Review, Target, Template, Webhook } from './resources.ts'

const moment = '2026-01-15T09:30:00.000Z'
const accountId = 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'

export const webhookExample: Webhook = {
  id: 'wh_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  url: 'https://example.com/webhooks/quoin',
  events: ['*'],
  description: 'Example receiver',
  status: 'active',
  disabled_reason: null,
  secret_previous_expires_at: null,
  created_at: moment,
  updated_at: moment,
}

export const accountExample: Account = {
  id: accountId,
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  platform: 'sandbox',
  external_identity_id: '1000001',
  display_name: 'Example brand',
  username: 'example',
  avatar_url: 'https://example.com/avatar.png',
  status: 'connected',
  active_entity: {
    id: 'ent_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    kind: 'page',
    external_id: '2000001',
    name: 'Example page',
    parent_external_id: null,
  },
  granted_scopes: ['publish', 'read'],
  health: { token: 'valid' },
  connected_at: moment,
  disconnected_at: null,
  disconnect_reason: null,
  created_at: moment,
  updated_at: moment,
}

export const targetExample: Target = {
  id: 'tgt_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: accountId,
  platform: 'sandbox',
  status: 'published',
  content: null,
  external_id: '3000001',
  external_url: 'https://example.com/posts/3000001',
  error: null,
  attempts: 1,
  published_at: moment,
}

export const postExample: Post = {
  id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  profile_id: 'prof_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'published',
  content: 'Hello from an example.',
  media_ids: [],
  scheduled_at: moment,
  idempotency_key: null,
  targets: [targetExample],
  created_at: moment,
  updated_at: moment,
}

export const failedTargetExample: Target = {
  ...targetExample,
  status: 'failed',
  external_id: null,
  external_url: null,
  error: { code: 'rejected', message: 'The platform does not take this text.' },
  published_at: null,
}

export const conversationExample: Conversation = {
  id: 'conv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: accountId,
  platform: 'sandbox',
  external_id: '4000001',
  participant: { name: 'Example person' },
  status: 'open',
  window_expires_at: '2026-01-16T09:30:00.000Z',
  window_open: true,
  last_inbound_at: moment,
  last_message_at: moment,
  unread_count: 1,
  created_at: moment,
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
  error: null,
  occurred_at: moment,
  created_at: moment,
}

export const reviewExample: Review = {
  id: 'rev_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: accountId,
  platform: 'sandbox',
  external_id: '6000001',
  entity_external_id: '2000001',
  author: { name: 'Example person' },
  rating: 5,
  body: 'Quick and friendly.',
  reply: null,
  occurred_at: moment,
  created_at: moment,
}

export const templateExample: Template = {
  id: 'tpl_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: accountId,
  external_id: '7000001',
  name: 'order_update',
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }],
  status: 'approved',
  rejection_reason: null,
  created_at: moment,
  updated_at: moment,
}

export const jobExample: Job = {
  id: 'bulk_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  kind: 'bulk',
  action: 'contacts/find-email',
  status: 'completed',
  progress: { done: 2, total: 2, found: 1, failed: 0 },
  credits: { held: 0, charged: 5, released: 5 },
  price_book: 'standard-2026-11',
  error: null,
  created_at: moment,
  started_at: moment,
  finished_at: moment,
}
