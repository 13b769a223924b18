import { implement } from '../../../kit/declare/route.ts'
import { analytics } from './contract.ts'
import { readAccountAnalytics, readPostAnalytics } from './service.ts'

export const analyticsRoutes = implement(analytics, {
  account: ({ params, query, principal, ctx, db }) => readAccountAnalytics(ctx, db, principal, params.id, query),
  posts: ({ query, principal, db }) => readPostAnalytics(db, principal, query.post_ids),
})
