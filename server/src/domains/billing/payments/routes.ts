import { implement } from '../../../kit/declare/route.ts'
import { payments } from './contract/order.ts'
import {
  cancelSubscription,
  checkout,
  deleteAutoTopup,
  getAutoTopup,
  getSubscription,
  guardEvent,
  listOrders,
  receiveEvent,
  setAutoTopup,
} from './service.ts'

export const paymentRoutes = implement(
  payments,
  {
    checkout: ({ body, principal, ctx }) => checkout(ctx, principal.workspaceId, body),
    orders: ({ query, principal, ctx, db }) => listOrders(ctx, db, principal.workspaceId, query),
    subscription: ({ principal, db }) => getSubscription(db, principal.workspaceId),
    cancelSubscription: ({ principal, ctx }) => cancelSubscription(ctx, principal.workspaceId),
    autoTopup: ({ principal, ctx, db }) => getAutoTopup(ctx, db, principal.workspaceId),
    setAutoTopup: ({ body, principal, ctx, db }) => setAutoTopup(ctx, db, principal.workspaceId, body),
    deleteAutoTopup: ({ principal, ctx, db }) => deleteAutoTopup(ctx, db, principal.workspaceId),
    stripe: async ({ raw, ctx }) => {
      await receiveEvent(ctx, raw)
      return { received: true }
    },
  },
  { stripe: ({ headers, ctx }) => guardEvent(ctx, headers) },
)
