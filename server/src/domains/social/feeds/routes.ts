import { implement, type RawRequest } from '../../../kit/declare/route.ts'
import { accountFeeds, inbound } from './contract.ts'
import { listAccountFeeds } from './read.ts'
import { answerChallenge, assertInbound, receivePush } from './receive.ts'

const withQuery = (raw: RawRequest, query: unknown) => ({ ...raw, query: query as Record<string, string> })

export const inboundRoutes = implement(
  inbound,
  {
    receive: async ({ params, query, raw, ctx, db }) => {
      await receivePush(ctx, db, params, withQuery(raw, query))
      return { received: true }
    },
    challenge: ({ params, query, raw, ctx, db }) => answerChallenge(ctx, db, params, withQuery(raw, query)),
    receiveForApp: async ({ params, query, raw, ctx, db }) => {
      await receivePush(ctx, db, params, withQuery(raw, query))
      return { received: true }
    },
    challengeForApp: ({ params, query, raw, ctx, db }) => answerChallenge(ctx, db, params, withQuery(raw, query)),
  },
  {
    guards: {
      receive: async ({ params, ctx }) => void assertInbound(ctx, params.platform),
      receiveForApp: async ({ params, ctx }) => void assertInbound(ctx, params.platform),
    },
  },
)

export const feedRoutes = implement(accountFeeds, {
  list: ({ params, query, principal, db }) => listAccountFeeds(db, principal, params.id, query),
})
