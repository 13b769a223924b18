import type { Static } from 'typebox'
import { IdParams, onePage } from '../../../kit/declare/by-id.ts'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { checkNameCursor, PageQuery, PageSchema, pageInMemory } from '../../../kit/declare/page.ts'
import { DateTime, ErrorObject, Nullable, StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { job } from '../../../queue/job.ts'

/**
 * One worker at a time reads the feeds of an account. A feed's row states when it is read next, so failures end in the handler.
 */
export const readFeeds = job({
  id: 'feeds.read',
  payload: Type.Object({ account_id: Type.String() }),
  retry: [5, 30],
  priority: 6,
  concurrency: 20,
})

/** Earlier versions enqueued the job with `push_id`. */
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
const anyQuery = Type.Object({}, { additionalProperties: Type.Any() })
const ofPlatform = {
  access: 'public',
  special: { verifiesSender: true, rawBody: true },
  query: anyQuery,
  errors: ['invalid_signature'],
} as const

const receive = {
  summary: 'Receive a push from a platform',
  description:
    "Called only by platforms. The push is verified by the platform's own scheme, stored as received and acknowledged at once; a job then processes it. It reaches only accounts that were connected with the app that verified it.",
  ...ofPlatform,
  bodyBytesMax: 5 * 1_048_576,
  reply: Type.Object({ received: Type.Boolean() }, { title: 'InboundResponse' }),
}
const challenge = {
  summary: 'Verify this address for a platform',
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

export type AccountFeed = Static<typeof AccountFeed>
const AccountFeed = Type.Object(
  {
    feed: Type.String({ description: 'Such as `comments`, `messages` or `account_metrics`.' }),
    status: StringEnum(['waiting', 'current', 'failing', 'stopped'], {
      description:
        'waiting: not read yet. current: the last read succeeded. failing: the last read failed. stopped: the account is not signed in.',
    }),
    read_at: Nullable(DateTime),
    item_at: Nullable(Type.String({ format: 'date-time', description: 'When a read last returned an item.' })),
    next_read_at: Nullable(DateTime),
    failures: Type.Integer({ minimum: 0, description: 'Number of consecutive failed reads.' }),
    error: Nullable(ErrorObject),
  },
  { title: 'AccountFeed' },
)

const feedExample: AccountFeed = {
  feed: 'comments',
  status: 'current',
  read_at: '2026-01-15T09:30:00.000Z',
  item_at: '2026-01-15T09:12:00.000Z',
  next_read_at: '2026-01-15T09:35:00.000Z',
  failures: 0,
  error: null,
}

export const accountFeeds = {
  list: endpoint({
    id: 'accounts.list_feeds',
    route: 'GET /v1/accounts/{id}/feeds',
    summary: 'List the feeds of an account',
    description:
      'With the times of the last and the next read. Feeds that the platform pushes are also polled, so that nothing is missed.',
    scope: 'profile',
    params: IdParams,
    query: Type.Object(PageQuery),
    reply: PageSchema(AccountFeed, 'AccountFeedPage'),
    check: ({ query }) => checkNameCursor(query.cursor),
    example: {
      params: { id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' },
      reply: onePage(feedExample),
      echo: ({ query }) => pageInMemory([feedExample], query, ({ feed }) => feed),
    },
  }),
}
