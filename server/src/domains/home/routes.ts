import { implement } from '../../kit/declare/route.ts'
import { readPulse } from './badge-counts.ts'
import { home } from './contract/badge-counts.ts'
import { homeSummary } from './contract/summary.ts'
import { getSummary } from './summary.ts'

export const homeRoutes = [
  ...implement(home, { pulse: ({ principal, ctx, db }) => readPulse(ctx, db, principal) }),
  ...implement(homeSummary, { summary: ({ principal, ctx, db }) => getSummary(ctx, db, principal.workspaceId) }),
]
