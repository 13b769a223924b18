import { implement } from '../../kit/route.ts'
import { callbacks } from './contract.ts'
import { receiveCallback } from './service.ts'

export const callbackRoutes = implement(callbacks, {
  b2bEmail: async ({ params, body, ctx }) => {
    await receiveCallback(ctx, params.token, body)
    return { received: true }
  },
})
