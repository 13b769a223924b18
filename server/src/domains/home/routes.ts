import type { Context, Principal } from '../../kit/context.ts'
import { implement } from '../../kit/declare/route.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { COUNTED_MAX, home, type Pulse } from './contract/badge-counts.ts'
import { homeSummary } from './contract/summary.ts'
import * as sql from './sql/badge-counts.ts'
import { getSummary } from './summary.ts'

const FAILED_SECONDS = 7 * 86_400

export const homeRoutes = [
  ...implement(home, { pulse: ({ principal, ctx, db }) => readPulse(ctx, db, principal) }),
  ...implement(homeSummary, { summary: ({ principal, ctx, db }) => getSummary(ctx, db, principal.workspaceId) }),
]

async function readPulse(ctx: Context, db: Db, { workspaceId, profileIds }: Principal): Promise<Pulse> {
  const since = new Date(ctx.clock.now().getTime() - FAILED_SECONDS * 1000)
  const counts = await sql.readPulse(db, workspaceId, { only: profileIds, since, most: COUNTED_MAX })
  if (!profileIds) return counts
  return { ...counts, dead_deliveries: null, running_jobs: null, available: null }
}
