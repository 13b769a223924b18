import { Type } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { job } from '../../../queue/job.ts'

/** One worker at a time reads the feeds of an account. A feed's row says when it is read next, so failures end in the handler. */
export const readFeeds = job({
  id: 'feeds.read',
  payload: Type.Object({ account_id: Type.String() }),
  retry: [5, 30],
  priority: 6,
  concurrency: 20,
})

/** `push_id` is how earlier versions enqueued it. */
export const handlePushes = job({
  id: 'inbound.handle',
  payload: Type.Object({
    push_ids: Type.Optional(Type.Array(Type.String())),
    push_id: Type.Optional(Type.String()),
  }),
  priority: 4,
})

const Platform = Type.Object({ platform: Type.String({ maxLength: 64 }) })
const PlatformApp = Type.Object({ platform: Type.String({ maxLength: 64 }), app: Type.String({ maxLength: 64 }) })
const query = Type.Object({}, { additionalProperties: Type.Any() })
const ofPlatform = {
  access: 'public',
  verifiesSender: true,
  query,
  rawBody: true,
  errors: ['invalid_signature'],
} as const

const receive = {
  summary: 'Receive a push of a platform',
  description:
    "For platforms only. The push is verified by the platform's own scheme, stored as received and answered at once; a job reads it.",
  ...ofPlatform,
  bodyBytesMax: 5 * 1_048_576,
  reply: Type.Object({ received: Type.Boolean() }, { title: 'InboundResponse' }),
}
const challenge = {
  summary: 'Answer a platform that verifies this address',
  ...ofPlatform,
  reply: Type.Object({ challenge: Type.String() }, { title: 'InboundChallenge' }),
  produces: ['text/plain'],
}
const received = { received: true }
const challenged = { challenge: '1158201444' }
const params = { platform: 'sandbox' }
const appParams = { platform: 'whatsapp', app: 'app_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' }

/** The address of the app in the environment, and that of every other app. */
export const inbound = {
  receive: endpoint({
    id: 'inbound.receive',
    route: 'POST /v1/inbound/{platform}',
    ...receive,
    params: Platform,
    example: { params, reply: received },
  }),

  challenge: endpoint({
    id: 'inbound.challenge',
    route: 'GET /v1/inbound/{platform}',
    ...challenge,
    params: Platform,
    example: { params, reply: challenged },
  }),

  receiveForApp: endpoint({
    id: 'inbound.receive_for_app',
    route: 'POST /v1/inbound/{platform}/{app}',
    ...receive,
    params: PlatformApp,
    example: { params: appParams, reply: received },
  }),

  challengeForApp: endpoint({
    id: 'inbound.challenge_for_app',
    route: 'GET /v1/inbound/{platform}/{app}',
    ...challenge,
    params: PlatformApp,
    example: { params: appParams, reply: challenged },
  }),
}
