import type { Context } from '../kit/context.ts'
import * as sql from './sql.ts'

/** Counts the operator's cost of vendors, and stops at the daily budgets. */
export interface SourceBudget {
  /** Returns the day it was counted for; undefined when that day's budget for this source does not cover it. */
  spend(source: string, micros: number): Promise<string | undefined>
  giveBack(source: string, micros: number, day: string): Promise<void>
}

/** `budgets` are micro-dollars per day by source; `*` is each of the others. */
export function createSourceBudget(
  ctx: Pick<Context, 'db' | 'clock'>,
  budgets: ReadonlyMap<string, number>,
): SourceBudget {
  return {
    async spend(source, micros) {
      const day = ctx.clock.now().toISOString().slice(0, 10)
      const budget = budgets.get(source) ?? budgets.get('*') ?? null
      return (await sql.addSpend(ctx.db, { day, source, micros, budget })) ? day : undefined
    },
    giveBack: (source, micros, day) => sql.subtractSpend(ctx.db, { day, source, micros }),
  }
}
