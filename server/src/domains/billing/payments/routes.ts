import type { Context } from '../../../kit/context.ts'
import { implement } from '../../../kit/declare/route.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { bookFor } from '../credits/published-books.ts'
import { autoTopup } from './contract/auto-topup.ts'
import { type Billing, billing } from './contract/billing.ts'
import { orders } from './contract/order.ts'
import { stripeWebhook } from './contract/stripe-webhook.ts'
import { subscriptions } from './contract/subscription.ts'
import { checkout } from './orders/checkout.ts'
import { requestedItem } from './orders/item.ts'
import { listOrders } from './orders/read.ts'
import { guardProviderWebhook, receiveProviderWebhook } from './provider-updates/webhook.ts'
import { cancelSubscription } from './subscriptions/cancel.ts'
import { findSubscription, getSubscription } from './subscriptions/read.ts'
import { assertTopupPack, deleteAutoTopup, findAutoTopup, getAutoTopup, setAutoTopup } from './top-ups/settings.ts'

export const paymentRoutes = [
  ...implement(
    orders,
    {
      checkout: ({ body, principal, ctx }) => checkout(ctx, principal.workspaceId, body),
      list: ({ query, principal, ctx, db }) => listOrders(ctx, db, principal.workspaceId, query),
    },
    {
      checks: {
        checkout: async ({ body, principal, ctx }) => requestedItem(await bookFor(ctx, principal.workspaceId), body),
      },
    },
  ),
  ...implement(billing, { get: ({ principal, ctx, db }) => getBilling(ctx, db, principal.workspaceId) }),
  ...implement(subscriptions, {
    get: ({ principal, db }) => getSubscription(db, principal.workspaceId),
    cancel: ({ principal, ctx }) => cancelSubscription(ctx, principal.workspaceId),
  }),
  ...implement(
    autoTopup,
    {
      get: ({ principal, ctx, db }) => getAutoTopup(ctx, db, principal.workspaceId),
      set: ({ body, principal, ctx, db, ifMatch }) => setAutoTopup(ctx, db, principal.workspaceId, body, ifMatch),
      delete: ({ principal, ctx, db }) => deleteAutoTopup(ctx, db, principal.workspaceId),
    },
    { checks: { set: ({ body, principal, ctx }) => assertTopupPack(ctx, principal.workspaceId, body.pack_id) } },
  ),
  ...implement(
    stripeWebhook,
    {
      receive: async ({ raw, ctx }) => {
        await receiveProviderWebhook(ctx, raw)
        return { received: true }
      },
    },
    { guards: { receive: ({ headers, ctx }) => guardProviderWebhook(ctx, headers) } },
  ),
]

/** Returns null for a missing subscription or top-up, unlike the endpoints that read one of them. */
async function getBilling(ctx: Context, db: Db, workspaceId: string): Promise<Billing> {
  return {
    provider: ctx.config.PAYMENT_PROVIDER,
    subscription: (await findSubscription(db, workspaceId)) ?? null,
    auto_topup: (await findAutoTopup(ctx, db, workspaceId)) ?? null,
  }
}
