import type { Context } from '../../../../kit/context.ts'
import type { JobRow } from '../sql/jobs.ts'
import type { StoredRow } from '../sql/rows.ts'
import { type JobTiming, type RowOutcome, retryLater, toSourceError } from './row-outcome.ts'

/** How the rows of one job are looked up. */
export interface RowLookup {
  /** Looks up rows in one call, as far as the first source can; the others are left open. */
  batch(rows: readonly StoredRow[]): Promise<{ outcomes: RowOutcome[]; open: StoredRow[] }>
  one(row: StoredRow): Promise<RowOutcome>
}

/** Rows that are looked up one by one, by code that throws the errors of the API; those of a source are tried again later. */
export function oneByOne(ctx: Context, job: JobRow, lookUp: (row: StoredRow) => Promise<RowOutcome>): RowLookup {
  return {
    batch: async (rows) => ({ outcomes: [], open: [...rows] }),
    async one(row) {
      try {
        return await lookUp(row)
      } catch (error) {
        return retryLater(row, toSourceError(error), buildJobTiming(ctx, job))
      }
    },
  }
}

export function buildJobTiming(ctx: Context, job: JobRow): JobTiming {
  const now = ctx.clock.now()
  return { kind: job.kind, now, lastAnswerAt: job.answered_at ?? job.started_at ?? now }
}
