import { implement } from '../../kit/declare/route.ts'
import { home } from './contract/pulse.ts'
import { readPulse } from './pulse.ts'

export const homeRoutes = implement(home, {
  pulse: ({ principal, ctx, db }) => readPulse(ctx, db, principal),
})
