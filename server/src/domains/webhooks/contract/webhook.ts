import { type Static, Type } from 'typebox'
import { type Event, event } from '../../../kit/declare/event.ts'
import { DateTime, Nullable, OneOf } from '../../../kit/declare/schema.ts'
import { SUBSCRIBABLE, subscribableEvents } from './catalogue.ts'

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

const moment = '2026-01-15T09:30:00.000Z'

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

/** Goes to the one endpoint that is tested; endpoints cannot subscribe to it. */
export const webhookTest = event({
  type: 'webhook.test',
  summary: 'Only on demand, through POST /v1/webhooks/{id}/test; never sent to other endpoints.',
  data: Type.Object({ endpoint: Webhook }),
  example: { endpoint: webhookExample },
})

/** What the catalogue lists. */
export const events: readonly Event[] = [...subscribableEvents, webhookTest]
