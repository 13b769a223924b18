import type { Context } from '../../../../kit/context.ts'
import type { JobRow } from '../sql/jobs.ts'
import type { StoredRow } from '../sql/rows.ts'
import { type JobTiming, type RowOutcome, retryLater, toSourceError } from './row-outcome.ts'

export interface RowLookup {
  /** Looks up rows in one call, as far as the first source can; the others stay open. */
  batch(rows: readonly StoredRow[]): Promise<{ outcomes: RowOutcome[]; open: StoredRow[] }>
  one(row: StoredRow): Promise<RowOutcome>
}

/** Looks up rows one by one with code that throws API errors; errors of a source are retried later. */
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
