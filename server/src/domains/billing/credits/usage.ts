import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Usage, UsageGroup } from './contract/credits.ts'
import { findArchivedBefore } from './sql/archive.ts'
import { listUsage, type UsageRow } from './sql/charges.ts'

const DAY_MS = 86_400_000

export async function getUsage(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { since?: string; until?: string; group_by: UsageGroup; fill: boolean },
): Promise<Usage> {
  const until = query.until ? new Date(query.until) : ctx.clock.now()
  const since = query.since ? new Date(query.since) : new Date(until.getTime() - 30 * DAY_MS)
  const range = {
    from: ctx.ids.lowestAt('hold', since),
    to: ctx.ids.lowestAt('hold', new Date(until.getTime() + (query.until ? DAY_MS : 1))),
  }
  const [rows, archived] = await Promise.all([
    listUsage(db, workspaceId, { ...range, by: query.group_by }),
    findArchivedBefore(db, workspaceId),
  ])
  return {
    since: since.toISOString().slice(0, 10),
    until: until.toISOString().slice(0, 10),
    group_by: query.group_by,
    data: (query.fill ? filled(rows, since, until) : rows).map(({ action, ...row }) => ({
      ...row,
      ...(action !== null && { action }),
    })),
    credits: rows.reduce((sum, row) => sum + row.credits, 0),
    ...(archived && archived > since && { archived_before: archived.toISOString() }),
  }
}

/**
 * Adds a row for every day of the range and every action in it; without actions, one for every day. The charge of a job can come
 * after the range in which it was started.
 */
function filled(rows: readonly UsageRow[], since: Date, until: Date): UsageRow[] {
  const known = new Map(rows.map((row) => [`${row.group} ${row.action}`, row]))
  const actions = new Set(rows.length === 0 ? [null] : rows.map((row) => row.action))
  const days = new Set([...listDays(since, until), ...rows.map((row) => row.group)])
  return [...days]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((group) =>
      [...actions].map(
        (action) => known.get(`${group} ${action}`) ?? { group, action, calls: 0, found: 0, credits: 0 },
      ),
    )
}

function listDays(since: Date, until: Date): string[] {
  const days: string[] = []
  const last = until.toISOString().slice(0, 10)
  for (let at = since.getTime(); ; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push(day)
    if (day >= last) return days
  }
}
