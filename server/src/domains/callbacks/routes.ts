import { implement } from '../../kit/route.ts'
import { callbacks } from './contract.ts'
import { receiveCallback } from './service.ts'

export const callbackRoutes = implement(callbacks, {
  b2bEmail: async ({ params, raw, ctx }) => {
    await receiveCallback(ctx, params.token, raw.body)
    return { received: true }
  },
})
