import { implement } from '../../kit/declare/route.ts'
import { home } from './contract.ts'
import { readPulse } from './service.ts'

export const homeRoutes = implement(home, {
  pulse: ({ principal, ctx, db }) => readPulse(ctx, db, principal),
})
