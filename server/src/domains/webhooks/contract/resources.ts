import { type Static, Type } from 'typebox'
import { DateTime, FreeForm, Nullable, OneOf } from '../../../kit/declare/schema.ts'

/** The resources that events carry: the same shapes that their own endpoints answer. */

/** What an endpoint can subscribe to; `*` is all of it, what is added later too. */
export const SUBSCRIBABLE = [
  'post.published',
  'post.failed',
  'message.received',
  'review.new',
  'account.connected',
  'account.disconnected',
  'account.expiring',
  'template.status_changed',
] as const

export const webhookFields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(OneOf(['*', ...SUBSCRIBABLE])),
  description: Nullable(Type.String()),
  status: OneOf(['active', 'disabled']),
  disabled_reason: Nullable(Type.String({ description: 'Why nothing is sent there, and since when.' })),
  secret_previous_expires_at: Nullable(
    Type.String({ format: 'date-time', description: 'Until then deliveries carry a second signature (`v2`).' }),
  ),
  created_at: DateTime,
  updated_at: DateTime,
}

export type Webhook = Static<typeof Webhook>
export const Webhook = Type.Object(webhookFields, { title: 'WebhookResponse' })

const ActiveEntity = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    external_id: Type.String(),
    name: Type.String(),
    parent_external_id: Nullable(Type.String()),
  },
  { title: 'ActiveEntity' },
)

export type Account = Static<typeof Account>
export const Account = Type.Object(
  {
    id: Type.String(),
    profile_id: Type.String(),
    platform: Type.String(),
    external_identity_id: Type.String(),
    display_name: Nullable(Type.String()),
    username: Nullable(Type.String()),
    avatar_url: Nullable(Type.String()),
    status: OneOf(['pending_selection', 'connected', 'expiring', 'reauth_required', 'disconnected']),
    active_entity: Nullable(ActiveEntity),
    granted_scopes: Type.Array(Type.String()),
    health: FreeForm(),
    connected_at: Nullable(DateTime),
    disconnected_at: Nullable(DateTime),
    disconnect_reason: Nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'AccountResponse' },
)

export type Target = Static<typeof Target>
export const Target = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: Type.String(),
    status: OneOf([
      'pending',
      'publishing',
      'processing',
      'published',
      'failed',
      'unconfirmed',
      'canceled',
      'unpublished',
    ]),
    content: Nullable(Type.String({ description: "The target's own text; null when it takes the post's." })),
    external_id: Nullable(Type.String()),
    external_url: Nullable(Type.String()),
    error: Nullable(FreeForm()),
    attempts: Type.Integer({ minimum: 0 }),
    published_at: Nullable(DateTime),
  },
  { title: 'TargetView' },
)

export type Post = Static<typeof Post>
export const Post = Type.Object(
  {
    id: Type.String(),
    profile_id: Type.String(),
    status: OneOf(['draft', 'scheduled', 'publishing', 'published', 'partially_published', 'failed', 'canceled']),
    content: Type.String(),
    media_ids: Type.Array(Type.String()),
    scheduled_at: Nullable(DateTime),
    idempotency_key: Nullable(Type.String()),
    targets: Type.Array(Target),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'PostResponse' },
)

export type Conversation = Static<typeof Conversation>
export const Conversation = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: Type.String(),
    external_id: Type.String(),
    participant: FreeForm(),
    status: OneOf(['open', 'archived']),
    window_expires_at: Nullable(DateTime),
    window_open: Type.Boolean(),
    last_inbound_at: Nullable(DateTime),
    last_message_at: Nullable(DateTime),
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
    direction: OneOf(['inbound', 'outbound']),
    external_id: Type.String(),
    status: OneOf(['queued', 'sent', 'delivered', 'read', 'failed', 'received']),
    body: Nullable(Type.String()),
    attachments: Type.Array(FreeForm()),
    sent_via: Nullable(Type.String()),
    error: Nullable(FreeForm()),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'MessageView' },
)

export type Review = Static<typeof Review>
export const Review = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    platform: Type.String(),
    external_id: Type.String(),
    entity_external_id: Nullable(Type.String()),
    author: FreeForm(),
    rating: Nullable(Type.Number()),
    body: Nullable(Type.String()),
    reply: Nullable(Type.Object({ body: Type.String(), created_at: DateTime })),
    occurred_at: Nullable(DateTime),
    created_at: DateTime,
  },
  { title: 'ReviewView' },
)

const JOB_STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'cancelling',
  'cancelled',
] as const

const Count = Type.Integer({ minimum: 0 })

export const jobFields = {
  id: Type.String(),
  kind: OneOf(['async', 'bulk']),
  action: Type.String(),
  status: OneOf(JOB_STATUSES, {
    description: '`completed_with_errors`: some rows failed, their errors are in the results.',
  }),
  progress: Type.Object({
    done: Type.Integer({ minimum: 0, description: 'Rows that have their result.' }),
    total: Type.Integer({ minimum: 0, description: 'Of a search that is under way, the most it may find.' }),
    found: Count,
    failed: Count,
  }),
  credits: Type.Object({
    held: Type.Integer({ minimum: 0, description: 'Still set aside for what is not answered yet.' }),
    charged: Count,
    released: Type.Integer({ minimum: 0, description: 'Given back when the job ended.' }),
  }),
  price_book: Type.String(),
  error: Nullable(FreeForm({ description: 'Why the job failed as a whole: `code` and `message`.' })),
  created_at: DateTime,
  started_at: Nullable(DateTime),
  finished_at: Nullable(DateTime),
}

export type Job = Static<typeof Job>
export const Job = Type.Object(jobFields, { title: 'JobResponse' })

export type Template = Static<typeof Template>
export const Template = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    external_id: Nullable(Type.String()),
    name: Type.String(),
    language: Type.String(),
    category: Type.String(),
    components: Type.Array(FreeForm()),
    status: OneOf(['pending', 'approved', 'rejected', 'paused', 'disabled', 'in_appeal', 'deleted']),
    rejection_reason: Nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'TemplateView' },
)
