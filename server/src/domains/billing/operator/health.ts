import { checkClock, checkDatabase, checkDisk, checkSchema } from '../../../kit/checks.ts'
import type { Context } from '../../../kit/context.ts'
import { countJobs } from '../../../queue/sql/jobs.ts'
import type { ServerHealth } from './contract/health.ts'

export async function getHealth(ctx: Context): Promise<ServerHealth> {
  const { db, config, sources } = ctx
  const [findings, queue, costs] = await Promise.all([
    Promise.all([checkDatabase(db), checkSchema(db), checkClock(db)]),
    countJobs(db),
    sources.listCosts(),
  ])
  return {
    checks: [...findings, checkDisk(config)].map(([ok, text]) => ({ check: text.replace(/:.*/s, ''), ok, text })),
    queue: queue.map(({ job, state, jobs }) => ({ job, state, jobs })),
    sources: costs.map((source) => ({
      source: source.id,
      actions: [...source.actions],
      is_on: source.isOn,
      calls_today: source.callsToday,
      spent_today_micros: source.spentTodayMicros,
      daily_budget_micros: source.dailyBudgetMicros,
    })),
  }
}
