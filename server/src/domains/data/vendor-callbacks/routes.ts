import { implement } from '../../../kit/declare/route.ts'
import { callbacks } from './contract.ts'
import { getTicketByToken, receiveCallback } from './receive.ts'

export const callbackRoutes = implement(
  callbacks,
  {
    b2bEmail: async ({ params, raw, ctx }) => {
      await receiveCallback(ctx, params.token, raw.body)
      return { received: true }
    },
  },
  { guards: { b2bEmail: ({ params, ctx }) => getTicketByToken(ctx.db, params.token) } },
)
