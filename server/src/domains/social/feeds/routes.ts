import { implement } from '../../../kit/declare/route.ts'
import { inbound } from './contract.ts'
import { answerChallenge, assertInbound, receivePush } from './receive.ts'

export const inboundRoutes = implement(
  inbound,
  {
    receive: async ({ params, query, raw, ctx, db }) => {
      await receivePush(ctx, db, params.platform, { ...raw, query: query as Record<string, string> })
      return { received: true }
    },
    challenge: ({ params, query, raw, ctx }) =>
      answerChallenge(ctx, params.platform, { ...raw, query: query as Record<string, string> }),
  },
  { guards: { receive: async ({ params, ctx }) => assertInbound(ctx, params.platform) } },
)
