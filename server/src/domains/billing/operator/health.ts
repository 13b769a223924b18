import type { Context } from '../../../kit/context.ts'
import { checkClock, checkDatabase, checkDisk, checkSchema, type Finding } from '../../../operations/checks.ts'
import { countJobs } from '../../../queue/sql/jobs.ts'
import type { ServerHealth } from './contract/health.ts'

export async function getHealth(ctx: Context): Promise<ServerHealth> {
  const { db, config, sources } = ctx
  const [findings, queue, costs] = await Promise.all([
    Promise.all([checkDatabase(db), checkSchema(db), checkClock(db), ...checkDirectory(ctx)]),
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

/** Checks the directory's separate database, if it has one: it may be down while everything else works. */
function checkDirectory({ db, directory }: Context): Promise<Finding>[] {
  if (directory === db) return []
  const checked = checkDatabase(directory).then(([ok, text]): Finding => [ok, text.replace('database', 'directory')])
  return [checked.catch((): Finding => [false, 'directory: its database does not respond (DIRECTORY_DATABASE_URL)'])]
}
