import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Usage, UsageGroup } from './contract/credits.ts'
import { listUsage } from './sql/charges.ts'

const DAY_MS = 86_400_000

export async function getUsage(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { since?: string; until?: string; group_by: UsageGroup },
): Promise<Usage> {
  const until = query.until ? new Date(query.until) : ctx.clock.now()
  const since = query.since ? new Date(query.since) : new Date(until.getTime() - 30 * DAY_MS)
  const range = {
    from: ctx.ids.lowestAt('hold', since),
    to: ctx.ids.lowestAt('hold', new Date(until.getTime() + (query.until ? DAY_MS : 1))),
  }
  const rows = await listUsage(db, workspaceId, { ...range, by: query.group_by })
  return {
    since: since.toISOString().slice(0, 10),
    until: until.toISOString().slice(0, 10),
    group_by: query.group_by,
    data: rows.map(({ group, calls, found, credits }) => ({ group, calls, found, credits })),
    credits: rows.reduce((sum, row) => sum + row.credits, 0),
  }
}
