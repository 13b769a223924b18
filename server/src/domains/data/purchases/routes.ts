import { implement } from '../../../kit/declare/route.ts'
import { purchases } from './contract.ts'
import { getPurchase, listPurchases } from './service.ts'

export const purchaseRoutes = implement(purchases, {
  list: ({ query, principal, ctx, db }) => listPurchases(ctx, db, principal.workspaceId, query),
  get: ({ params, principal, ctx, db }) => getPurchase(ctx, db, principal.workspaceId, params.id),
})
