import { jobFinished } from '../../domains/data/data-jobs/contract/job.ts'
import { events } from '../../domains/webhooks/contract/webhook.ts'
import { type Event, eventBodyExample, eventBodySchema } from '../../kit/declare/event.ts'
import type { Json, Refer } from './schemas.ts'

/** Every event that is sent to receivers, including those of a single job. */
export const sentEvents: readonly Event[] = [...events, jobFinished]

export const EVENTS_TAG = { name: 'webhook_events', description: 'Events that are sent to webhook endpoints.' }

const SIGNATURES = {
  'X-Service-Signature': '`v1=<hex>`, and `,v2=<hex>` for 24 hours after a rotation of the secret.',
  'X-Service-Timestamp': 'Time of the signature, in Unix seconds.',
  'X-Service-Event-Id': 'The id of the event, the same on every retry. It is not signed: use `id` of the body.',
  'webhook-id': 'The same id, for Standard Webhooks libraries.',
  'webhook-timestamp': 'The same time, for Standard Webhooks libraries.',
  'webhook-signature': '`v1,<base64>`, for Standard Webhooks libraries.',
}

/** The headers of every delivery. */
export const signatureParameters: Record<string, Json> = Object.fromEntries(
  Object.entries(SIGNATURES).map(([name, description]) => [
    name,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
)

/** Builds `webhooks` of OpenAPI 3.1: the request that a receiver gets for each event. */
export function buildWebhooks(refer: Refer): Json {
  return Object.fromEntries(sentEvents.map((event) => [event.type, { post: webhook(event, refer) }]))
}

function webhook(event: Event, refer: Refer): Json {
  const schema = refer({ ...eventBodySchema(event), title: schemaName(event) })
  return {
    operationId: `events.${event.type}`,
    summary: event.type,
    description: event.summary,
    tags: [EVENTS_TAG.name],
    security: [],
    parameters: Object.keys(signatureParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: eventBodyExample(event) } },
    },
    responses: {
      '2XX': { description: 'Received. Any other response, or none within 10 seconds, leads to a retry.' },
      410: { description: 'No longer wanted: the endpoint is disabled.' },
    },
  }
}

/** Returns `PostPublishedEvent` for `post.published`. */
function schemaName({ type }: Event): string {
  const words = type.split(/[._]/).map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
  return `${words.join('')}Event`
}
