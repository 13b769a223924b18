import { Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { job } from '../../../queue/job.ts'

/** One account's feed is read by one worker at a time; its own row knows when it is read next, so failures end here. */
export const readFeed = job({
  id: 'feeds.read',
  payload: Type.Object({ account_id: Type.String(), feed: Type.String() }),
  retry: [5, 30],
  priority: 6,
  concurrency: 20,
})

export const handlePush = job({ id: 'inbound.handle', payload: Type.Object({ push_id: Type.String() }), priority: 4 })

const platform = Type.Object({ platform: Type.String({ maxLength: 64 }) })
const query = Type.Object({}, { additionalProperties: Type.Any() })
const open = { access: 'public', params: platform, query } as const

export const inbound = {
  receive: endpoint({
    id: 'inbound.receive',
    route: 'POST /v1/inbound/{platform}',
    summary: 'Receive what a platform pushes',
    description:
      "For platforms alone: verified by the platform's own scheme, stored as it came, answered at once and read later.",
    ...open,
    rawBody: true,
    bodyBytesMax: 5 * 1_048_576,
    reply: Type.Object({ received: Type.Boolean() }, { title: 'InboundResponse' }),
    errors: ['invalid_signature', 'not_found'],
    example: { params: { platform: 'sandbox' }, reply: { received: true } },
  }),

  challenge: endpoint({
    id: 'inbound.challenge',
    route: 'GET /v1/inbound/{platform}',
    summary: 'Prove to a platform that this address is ours',
    ...open,
    rawBody: true,
    reply: Type.Object({ challenge: Type.String() }, { title: 'InboundChallenge' }),
    produces: ['text/plain'],
    errors: ['invalid_signature', 'not_found'],
    example: { params: { platform: 'sandbox' }, reply: { challenge: '1158201444' } },
  }),
}
