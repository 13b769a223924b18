import { type TSchema, Type } from 'typebox'
import { type Event, event } from '../../../kit/declare/event.ts'
import { DateTime } from '../../../kit/declare/schema.ts'
import * as examples from './examples.ts'
import { Account, Conversation, Job, Message, Post, Review, Target, Template, Webhook } from './resources.ts'

const post = { data: Type.Object({ post: Post, target: Target }) }
const account = { data: Type.Object({ account: Account }) }

export const postPublished = event({
  type: 'post.published',
  summary: 'A post was published to a channel.',
  ...post,
  example: { post: examples.postExample, target: examples.targetExample },
})

export const postFailed = event({
  type: 'post.failed',
  summary: 'A post failed to publish.',
  ...post,
  example: {
    post: { ...examples.postExample, status: 'failed', targets: [examples.failedTargetExample] },
    target: examples.failedTargetExample,
  },
})

export const messageReceived = event({
  type: 'message.received',
  summary: 'An inbound message landed in the inbox.',
  data: Type.Object({ message: Message, conversation: Conversation }),
  example: { message: examples.messageExample, conversation: examples.conversationExample },
})

export const reviewNew = event({
  type: 'review.new',
  summary: 'A new review appeared on a connected profile.',
  data: Type.Object({ review: Review }),
  example: { review: examples.reviewExample },
})

export const accountConnected = event({
  type: 'account.connected',
  summary: 'A social account finished connecting.',
  ...account,
  example: { account: examples.accountExample },
})

export const accountDisconnected = event({
  type: 'account.disconnected',
  summary: 'A social account was disconnected.',
  ...account,
  example: {
    account: {
      ...examples.accountExample,
      status: 'disconnected',
      disconnected_at: '2026-01-15T09:30:00.000Z',
      disconnect_reason: 'requested',
    },
  },
})

export const accountExpiring = event({
  type: 'account.expiring',
  summary: "A connected account's credentials are about to expire.",
  ...account,
  example: { account: { ...examples.accountExample, status: 'expiring' } },
})

export const templateStatusChanged = event({
  type: 'template.status_changed',
  summary: "A WhatsApp template's approval status changed.",
  data: Type.Object({ template: Template }),
  example: { template: examples.templateExample },
})

/** Goes to the one endpoint that is tested; nobody can subscribe to it. */
export const webhookTest = event({
  type: 'webhook.test',
  summary: 'Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints.',
  data: Type.Object({ endpoint: Webhook }),
  example: { endpoint: examples.webhookExample },
})

/** Goes to the `webhook_url` of its job; nobody can subscribe to it. */
export const jobFinished = event({
  type: 'job.finished',
  summary: 'A job ended, in whatever way; sent to its own `webhook_url` and never to other endpoints.',
  data: Type.Object({ job: Job }),
  example: { job: examples.jobExample },
})

/** What the catalogue lists, in the order the docs show them. A job's own event goes to its `webhook_url` alone. */
export const events: readonly Event[] = [
  postPublished,
  postFailed,
  messageReceived,
  reviewNew,
  accountConnected,
  accountDisconnected,
  accountExpiring,
  templateStatusChanged,
  webhookTest,
]

/** What a receiver gets: the whole body, of which `data` differs from kind to kind. */
export function bodySchema({ type, summary, data }: Event): TSchema {
  return Type.Object(
    {
      id: Type.String({ description: 'A ULID, the same on every retry: the key to deduplicate on.' }),
      type: Type.Literal(type),
      created_at: DateTime,
      workspace_id: Type.String(),
      data,
    },
    { description: summary },
  )
}

export function bodyExample({ type, example }: Event) {
  return {
    id: '01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    type,
    created_at: '2026-01-15T09:30:00.000Z',
    workspace_id: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    data: example,
  }
}
