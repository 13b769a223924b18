import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { EVENT_TYPES } from './deliveries.ts'

const IDS_MAX = 1000
const REDRIVE_MAX = 10_000

export type RedriveRequest = Static<typeof RedriveRequest>
const RedriveRequest = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: IDS_MAX })),
    filter: Type.Optional(
      Type.Object(
        {
          endpoint_id: Type.Optional(Type.String({ maxLength: 64 })),
          event_type: Type.Optional(StringEnum(EVENT_TYPES)),
          from: Type.Optional(DateTime),
          to: Type.Optional(DateTime),
        },
        {
          additionalProperties: false,
          description: 'Selects all matching dead deliveries; an empty object selects all of them.',
        },
      ),
    ),
    max: Type.Integer({
      minimum: 1,
      maximum: REDRIVE_MAX,
      default: 1000,
      description: 'With `filter`: the maximum number.',
    }),
  },
  { additionalProperties: false, title: 'RedriveRequest' },
)

const Redriven = Type.Object(
  {
    redriven: Type.Integer({ minimum: 0, description: 'Number of dead deliveries that are pending again.' }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'Number of `ids` that were not redriven: unknown, not dead, or of a disabled or deleted endpoint.',
    }),
    has_more: Type.Boolean({ description: 'True when `max` was reached: call again for the rest.' }),
  },
  { title: 'RedriveResponse' },
)
export type Redriven = Static<typeof Redriven>

function checkChoice({ ids, filter }: RedriveRequest): Violation[] {
  return (ids === undefined) === (filter === undefined)
    ? [invalidValue(['body'], 'send exactly one of ids and filter')]
    : []
}

const ids = ['dlv_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB']

export const redrives = {
  redriveMany: endpoint({
    id: 'webhook_deliveries.redrive_many',
    route: 'POST /v1/webhooks/deliveries:redrive',
    summary: 'Redrive many dead deliveries',
    description:
      'Redrives the deliveries in `ids`, or those that match `filter`, oldest first. Each is sent at once, and then retried up to seven times. Deliveries of disabled or deleted endpoints are left unchanged.',
    body: RedriveRequest,
    status: 202,
    location: '/v1/webhooks/deliveries',
    reply: Redriven,
    check: ({ body }) => checkChoice(body),
    example: {
      body: { ids },
      reply: { redriven: 1, skipped: 0, has_more: false },
      echo: ({ body }, reply) => ({ ...reply, redriven: body.ids?.length ?? 1 }),
    },
  }),
}
