import { Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { job } from '../../../queue/job.ts'

/** One worker at a time reads the feeds of an account. The feed's row says when it is read next, so failures end in the handler. */
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
const ofPlatform = { access: 'public', params: platform, query, rawBody: true, errors: ['invalid_signature'] } as const

export const inbound = {
  receive: endpoint({
    id: 'inbound.receive',
    route: 'POST /v1/inbound/{platform}',
    summary: 'Receive a push of a platform',
    description:
      "For platforms only. The push is verified by the platform's own scheme, stored as received and answered at once; a job reads it.",
    ...ofPlatform,
    bodyBytesMax: 5 * 1_048_576,
    reply: Type.Object({ received: Type.Boolean() }, { title: 'InboundResponse' }),
    example: { params: { platform: 'sandbox' }, reply: { received: true } },
  }),

  challenge: endpoint({
    id: 'inbound.challenge',
    route: 'GET /v1/inbound/{platform}',
    summary: 'Answer a platform that verifies this address',
    ...ofPlatform,
    reply: Type.Object({ challenge: Type.String() }, { title: 'InboundChallenge' }),
    produces: ['text/plain'],
    example: { params: { platform: 'sandbox' }, reply: { challenge: '1158201444' } },
  }),
}
