import type { Static } from 'typebox'
import { type Event, event } from '../../../kit/declare/event.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { ENDPOINT_STATUSES } from '../../../webhooks/rows.ts'
import { SUBSCRIBABLE_TYPES, subscribableEvents } from './catalogue.ts'

export const Subscription = StringEnum(['*', ...SUBSCRIBABLE_TYPES])

export const webhookFields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Subscription),
  description: Nullable(Type.String()),
  status: StringEnum(ENDPOINT_STATUSES),
  disabled_reason: Nullable(Type.String({ description: 'The reason that it is disabled, and the time.' })),
  secret_previous_expires_at: Nullable(
    Type.String({ format: 'date-time', description: 'Until this time deliveries carry a second signature (`v2`).' }),
  ),
  created_at: DateTime,
  updated_at: DateTime,
}

export type Webhook = Static<typeof Webhook>
export const Webhook = Type.Object(webhookFields, { title: 'WebhookResponse' })

const at = '2026-01-15T09:30:00.000Z'

export const webhookExample: Webhook = {
  id: 'wh_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  url: 'https://example.com/webhooks/quoin',
  events: ['*'],
  description: 'Example receiver',
  status: 'active',
  disabled_reason: null,
  secret_previous_expires_at: null,
  created_at: at,
  updated_at: at,
}

/** Sent only to the endpoint that is tested; endpoints cannot subscribe to it. */
export const webhookTest = event({
  type: 'webhook.test',
  summary: 'Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints.',
  data: Type.Object({ endpoint: Webhook }),
  example: { endpoint: webhookExample },
})

/** Events that `GET /v1/webhooks/events` lists. */
export const events: readonly Event[] = [...subscribableEvents, webhookTest]
