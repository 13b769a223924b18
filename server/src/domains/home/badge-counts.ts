import type { Context, Principal } from '../../kit/context.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { COUNTED_MAX, type Pulse } from './contract/badge-counts.ts'
import * as sql from './sql/badge-counts.ts'

const FAILED_SECONDS = 7 * 86_400

export async function readPulse(ctx: Context, db: Db, { workspaceId, profileIds }: Principal): Promise<Pulse> {
  const since = new Date(ctx.clock.now().getTime() - FAILED_SECONDS * 1000)
  const counts = await sql.readPulse(db, workspaceId, { only: profileIds, since, most: COUNTED_MAX })
  if (!profileIds) return counts
  return { ...counts, dead_deliveries: null, running_jobs: null, available: null }
}
