import type { Static } from 'typebox'
import { declareList, exampleById, IdParams } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { checkCursor, PageQuery } from '../../../kit/declare/page.ts'
import { DateTime, ErrorObject, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { checkTimes } from '../../../kit/declare/times.ts'
import { Type } from '../../../kit/declare/type.ts'
import { DELIVERY_STATUSES } from '../../../webhooks/rows.ts'
import { SUBSCRIBABLE_TYPES } from './catalogue.ts'

const Status = StringEnum(DELIVERY_STATUSES, {
  description: 'failed: will be retried. dead: will not be sent again unless it is redriven.',
})

const fields = {
  id: Type.String(),
  endpoint_id: Type.String(),
  event_type: Type.String(),
  event_id: Type.String({ description: 'The same on every attempt: the receiver deduplicates on it.' }),
  status: Status,
  attempt: Type.Integer({ minimum: 0, description: 'Attempts made so far.' }),
  next_attempt_at: Nullable(DateTime),
  last_response_code: Nullable(Type.Integer()),
  last_error: Nullable(Type.String()),
  delivered_at: Nullable(DateTime),
  created_at: DateTime,
}

export type Delivery = Static<typeof Delivery>
export const Delivery = Type.Object(fields, { title: 'DeliveryResponse' })

export type Attempt = Static<typeof Attempt>
const Attempt = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    started_at: DateTime,
    duration_ms: Type.Integer({ minimum: 0 }),
    response_code: Nullable(Type.Integer()),
    error: Nullable(ErrorObject),
    response_body: Type.String({ description: 'The first 16 KiB of the answer.' }),
  },
  { title: 'DeliveryAttempt' },
)

export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>
const DeliveryWithAttempts = Type.Object(
  {
    ...fields,
    body: Type.String({ description: 'What is sent, byte for byte in UTF-8: what the signatures are over.' }),
    attempts: Type.Array(Attempt, { description: 'In the order they were made; the last 100.' }),
  },
  { title: 'DeliveryWithAttemptsResponse' },
)

/** The types of events that are delivered. */
export const EVENT_TYPES = [...SUBSCRIBABLE_TYPES, 'webhook.test', 'job.finished'] as const

export type DeliveryQuery = Static<typeof DeliveryQuery>
const DeliveryQuery = Type.Object({
  ...PageQuery,
  endpoint_id: Type.Optional(Type.String({ maxLength: 64 })),
  status: Type.Optional(Status),
  event_type: Type.Optional(StringEnum(EVENT_TYPES)),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Of events from this time on.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Of events before this time.' })),
})

const at = '2026-01-15T09:30:00.000Z'
export const deliveryExample: Delivery = {
  id: 'dlv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  endpoint_id: 'wh_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  event_type: 'webhook.test',
  event_id: '01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  status: 'pending',
  attempt: 0,
  next_attempt_at: at,
  last_response_code: null,
  last_error: null,
  delivered_at: null,
  created_at: at,
}
const delivered: Delivery = {
  ...deliveryExample,
  status: 'delivered',
  attempt: 1,
  next_attempt_at: null,
  last_response_code: 204,
  delivered_at: '2026-01-15T09:30:00.120Z',
}
const attempt: Attempt = {
  attempt: 1,
  started_at: '2026-01-15T09:30:00.020Z',
  duration_ms: 100,
  response_code: 204,
  error: null,
  response_body: '',
}

const BODY =
  '{"id":"01KA2Z3W9GQ8F0T5V6X7Y8Z9AB","type":"webhook.test","created_at":"2026-01-15T09:30:00.000Z","workspace_id":"ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB","data":{}}'

export const deliveries = {
  list: endpoint({
    id: 'webhook_deliveries.list',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/deliveries',
    summary: 'List deliveries, newest first',
    description: 'The log is kept for 30 days.',
    ...declareList(Delivery, 'DeliveryPage', delivered),
    query: DeliveryQuery,
    check: ({ query }) => [...checkCursor(query.cursor, 'dlv'), ...checkTimes(query)],
  }),

  get: endpoint({
    id: 'webhook_deliveries.get',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/deliveries/{id}',
    summary: 'Read one delivery with its body and its attempts',
    params: IdParams,
    reply: DeliveryWithAttempts,
    example: exampleById({ ...delivered, body: BODY, attempts: [attempt] }),
  }),

  redrive: endpoint({
    id: 'webhook_deliveries.redrive',
    ofLink: 'webhooks',
    route: 'POST /v1/webhooks/deliveries/{id}/redrive',
    summary: 'Send a dead delivery again',
    description: 'It is sent at once, and then retried up to seven times. `attempt` continues to count.',
    params: IdParams,
    status: 202,
    location: '/v1/webhooks/deliveries/{id}',
    reply: Delivery,
    errors: ['wrong_state'],
    example: exampleById({
      ...deliveryExample,
      attempt: 8,
      last_response_code: 500,
      last_error: 'The receiver responded with 500.',
    }),
  }),
}
