import type { Static } from 'typebox'
import { declareList, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { DateTime, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { DELIVERY_STATUSES, ENDPOINT_STATUSES } from '../../../webhooks/rows.ts'

/** Number of an endpoint's newest deliveries that determine its health, so that the cost does not grow with their number. */
export const NEWEST_MAX = 1000

const Count = Type.Integer({ minimum: 0 })

export type WebhookHealth = Static<typeof WebhookHealth>
const WebhookHealth = Type.Object(
  {
    endpoint_id: Type.String(),
    status: StringEnum(ENDPOINT_STATUSES),
    deliveries: Type.Object(Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, Count])) as DeliveryCounts, {
      description: `Deliveries of the last 24 hours by status, among the newest ${NEWEST_MAX}.`,
    }),
    success_rate: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Share of sent deliveries that were delivered, not failed or dead. Null when none was sent.',
      }),
    ),
    in_flight: Type.Integer({ minimum: 0, description: 'Deliveries in flight.' }),
    waiting: Type.Integer({
      minimum: 0,
      description: `Pending and in-flight deliveries of any age; counted up to ${NEWEST_MAX}.`,
    }),
    last_success_at: Nullable(DateTime),
    last_failure_at: Nullable(DateTime),
    failures_in_a_row: Count,
    failing_since: Nullable(DateTime),
    paused_until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Set after ten consecutive failures: nothing is sent until this time.',
      }),
    ),
  },
  { title: 'WebhookHealth' },
)
type DeliveryCounts = Record<(typeof DELIVERY_STATUSES)[number], typeof Count>

const example: WebhookHealth = {
  endpoint_id: 'wh_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'active',
  deliveries: { pending: 1, failed: 1, delivered: 99, dead: 0 },
  success_rate: 0.99,
  in_flight: 0,
  waiting: 2,
  last_success_at: '2026-01-15T09:30:00.000Z',
  last_failure_at: '2026-01-15T09:00:00.000Z',
  failures_in_a_row: 0,
  failing_since: null,
  paused_until: null,
}

export const webhookHealth = {
  listHealth: endpoint({
    id: 'webhooks.list_health',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/health',
    summary: 'List the health of webhook endpoints, newest first',
    ...declareList(WebhookHealth, 'WebhookHealthPage', example),
  }),

  getHealth: endpoint({
    id: 'webhooks.health',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/{id}/health',
    summary: 'Read the delivery health of one endpoint',
    params: IdParams,
    reply: WebhookHealth,
    example: {
      params: { id: example.endpoint_id },
      reply: example,
      echo: ({ params }, reply) => ({ ...reply, endpoint_id: params.id }),
    },
  }),
}
