import { implement } from '../../kit/declare/route.ts'
import { home } from './contract/pulse.ts'
import { homeSummary } from './contract/summary.ts'
import { readPulse } from './pulse.ts'
import { getSummary } from './summary.ts'

export const homeRoutes = [
  ...implement(home, { pulse: ({ principal, ctx, db }) => readPulse(ctx, db, principal) }),
  ...implement(homeSummary, { summary: ({ principal, ctx, db }) => getSummary(ctx, db, principal.workspaceId) }),
]
