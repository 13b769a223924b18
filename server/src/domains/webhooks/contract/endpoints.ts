import type { Static } from 'typebox'
import { declareList, echoId, exampleById, IdParams, onePage } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { eventBodyExample, eventBodySchema } from '../../../kit/declare/event.ts'
import { type Page, PageQuery, type PageRequest, PageSchema, pageInMemory } from '../../../kit/declare/page.ts'
import { DateTime, FreeForm, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { checkUrl } from '../../../kit/declare/url.ts'
import { ENDPOINT_STATUSES } from '../../../webhooks/rows.ts'
import { Delivery, deliveryExample } from './deliveries.ts'
import { events, webhookExample as example, Subscription, Webhook, webhookFields } from './webhook.ts'

export const WEBHOOKS_MAX = 50

export type WebhookWithSecret = Static<typeof WebhookWithSecret>
const WebhookWithSecret = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({ description: 'Signs the deliveries. Shown only once.' }),
  },
  { title: 'WebhookSecretResponse' },
)

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'The URL that events are sent to. Must be HTTPS in production.',
})
const subscriptions = { minItems: 1, maxItems: 50, description: 'Event names, or `*` for all.' }
const description = Type.Optional(Nullable(Type.String({ maxLength: 255 })))

export type WebhookRequest = Static<typeof WebhookRequest>
const WebhookRequest = Type.Object(
  { url, events: Type.Array(Subscription, { ...subscriptions, default: ['*'] }), description },
  { additionalProperties: false, title: 'WebhookRequest' },
)

export type WebhookChange = Static<typeof WebhookChange>
const WebhookChange = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(Type.Array(Subscription, subscriptions)),
    description,
    status: Type.Optional(StringEnum(ENDPOINT_STATUSES)),
  },
  { additionalProperties: false, title: 'WebhookChangeRequest' },
)

const Recovery = Type.Object(
  { recovered: Type.Integer({ minimum: 0, description: 'Number of dead deliveries that are pending again.' }) },
  { title: 'WebhookRecoveryResponse' },
)

type EventKind = Static<typeof EventKind>
const EventKind = Type.Object(
  {
    type: Type.String(),
    summary: Type.String({ description: 'When it fires.' }),
    schema: FreeForm({ description: 'JSON Schema of the whole body of a delivery.' }),
    // Not `example`: OpenAPI validators treat any object with a type and an example as a schema, even inside examples.
    sample: FreeForm({ description: 'Example body of such a delivery.' }),
  },
  { title: 'WebhookEventKind' },
)

const eventKinds: readonly EventKind[] = events.map((kind) => ({
  type: kind.type,
  summary: kind.summary,
  schema: eventBodySchema(kind) as Record<string, unknown>,
  sample: eventBodyExample(kind),
}))

export function listEventKinds(query: PageRequest): Page<EventKind> {
  return pageInMemory(eventKinds, query, ({ type }) => type)
}

const withSecret = { ...example, secret: 'whsec_RVhBTVBMRS1TRUNSRVQtVEhBVC1TSUdOUy1OT1RISU5H' }

export const webhooks = {
  create: endpoint({
    id: 'webhooks.create',
    route: 'POST /v1/webhooks',
    summary: 'Create a webhook endpoint',
    description: `Events of the workspace are sent to it as signed POST requests. The response has the secret, which is shown only once. A workspace can have at most ${WEBHOOKS_MAX} endpoints.`,
    body: WebhookRequest,
    status: 201,
    reply: WebhookWithSecret,
    showsSecret: true,
    errors: ['wrong_state'],
    check: ({ body }) => checkUrl(body.url),
    example: {
      body: { url: example.url, description: example.description },
      reply: withSecret,
      echo: ({ body }, reply) => ({
        ...reply,
        url: body.url,
        events: body.events,
        description: body.description ?? null,
      }),
    },
  }),

  list: endpoint({
    id: 'webhooks.list',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks',
    summary: 'List webhook endpoints, newest first',
    ...declareList(Webhook, 'WebhookPage', example),
  }),

  events: endpoint({
    id: 'webhooks.events',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/events',
    summary: 'List event types, with their JSON Schemas and examples',
    query: Type.Object(PageQuery),
    reply: PageSchema(EventKind, 'WebhookEventKindPage'),
    example: { reply: onePage(...eventKinds), echo: ({ query }) => listEventKinds(query) },
  }),

  get: endpoint({
    id: 'webhooks.get',
    ofLink: 'webhooks',
    route: 'GET /v1/webhooks/{id}',
    summary: 'Read one webhook endpoint',
    special: { versioned: true },
    params: IdParams,
    reply: Webhook,
    example: exampleById(example),
  }),

  update: endpoint({
    id: 'webhooks.update',
    route: 'PATCH /v1/webhooks/{id}',
    summary: 'Change a webhook endpoint',
    special: { versioned: true },
    description:
      'Changes only the fields in the body. An endpoint that was disabled, by you, by a 410 or after days of failures, receives events again once its status is `active`.',
    params: IdParams,
    body: WebhookChange,
    reply: Webhook,
    check: ({ body }) => checkUrl(body.url),
    example: {
      params: { id: example.id },
      body: { events: ['post.published', 'post.failed'] },
      reply: { ...example, events: ['post.published', 'post.failed'] },
      echo: ({ params, body }, reply) => ({
        ...echoId({ params }, reply),
        url: body.url ?? reply.url,
        events: body.events ?? reply.events,
        description: body.description === undefined ? reply.description : body.description,
      }),
    },
  }),

  delete: endpoint({
    id: 'webhooks.delete',
    route: 'DELETE /v1/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'Returns the deleted endpoint. Its pending deliveries are not sent and stay in the delivery log.',
    params: IdParams,
    reply: Webhook,
    example: exampleById(example),
  }),

  rotate: endpoint({
    id: 'webhooks.rotate',
    ofLink: 'webhooks',
    route: 'POST /v1/webhooks/{id}/rotate',
    summary: 'Create a new secret; the old one stays valid for 24 hours',
    description:
      'For 24 hours every delivery has two signatures: `v1` with the new secret, `v2` with the old one. The new secret is shown only once. Another rotation is refused during these hours.',
    params: IdParams,
    reply: WebhookWithSecret,
    showsSecret: true,
    errors: ['rotation_in_progress'],
    example: exampleById({ ...withSecret, secret_previous_expires_at: '2026-01-16T09:30:00.000Z' }),
  }),

  test: endpoint({
    id: 'webhooks.test',
    ofLink: 'webhooks',
    route: 'POST /v1/webhooks/{id}/test',
    summary: 'Send a webhook.test event to this endpoint only',
    description: 'Returns the delivery. Read it again to see its outcome.',
    params: IdParams,
    status: 202,
    location: '/v1/webhooks/deliveries/{id}',
    reply: Delivery,
    errors: ['wrong_state'],
    example: {
      params: { id: example.id },
      reply: deliveryExample,
      echo: ({ params }, reply) => ({ ...reply, endpoint_id: params.id }),
    },
  }),

  recover: endpoint({
    id: 'webhooks.recover',
    route: 'POST /v1/webhooks/{id}/recover',
    summary: 'Redrive every dead delivery of this endpoint since a time',
    description:
      'Selects deliveries by the time of their event, including those that were never sent because the endpoint was disabled. Each is sent at once, and then retried up to seven times.',
    params: IdParams,
    body: Type.Object({ since: DateTime }, { additionalProperties: false, title: 'WebhookRecoverRequest' }),
    status: 202,
    location: '/v1/webhooks/deliveries?endpoint_id={id}',
    reply: Recovery,
    errors: ['wrong_state'],
    example: { params: { id: example.id }, body: { since: '2026-01-14T00:00:00.000Z' }, reply: { recovered: 3 } },
  }),
}
