import { implement } from '../../../kit/declare/route.ts'
import { readBreakdown } from './breakdown.ts'
import { analytics } from './contract/analytics.ts'
import { breakdown } from './contract/breakdown.ts'
import { overview } from './contract/overview.ts'
import { listTopPosts, readSummary } from './overview.ts'
import { readAccountAnalytics, readPostAnalytics } from './service.ts'

export const analyticsRoutes = [
  ...implement(analytics, {
    account: ({ params, query, principal, ctx, db }) => readAccountAnalytics(ctx, db, principal, params.id, query),
    posts: ({ query, principal, ctx, db }) => readPostAnalytics(ctx, db, principal, query.post_ids),
  }),
  ...implement(breakdown, {
    breakdown: ({ query, principal, ctx, db }) => readBreakdown(ctx, db, principal, query),
  }),
  ...implement(overview, {
    summary: ({ query, principal, ctx, db }) => readSummary(ctx, db, principal, query),
    topPosts: ({ query, principal, ctx, db }) => listTopPosts(ctx, db, principal, query),
  }),
]
