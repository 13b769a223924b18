import type { Context } from '../../../../kit/context.ts'
import type { Hold } from '../../../../kit/ledger.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { ClaimLost } from '../../../../queue/job.ts'
import type { PriceBook } from '../../../billing/credits/price-book.ts'
import { isFinished } from '../present.ts'
import { type JobRow, lockJob } from '../sql/jobs.ts'

export interface JobRun {
  readonly ctx: Context
  readonly book: PriceBook
  readonly hold: Hold
  /** The job as last stored. */
  job: JobRow
  /** True when a source is rate limited: the run ends, and the next one starts when a row is due. */
  isThrottled?: boolean
}

/** Locks the job for a transaction; throws when another worker has finished it. */
export async function lockUnfinished(tx: Db, { job }: JobRun): Promise<JobRow> {
  const row = await lockJob(tx, job.workspace_id, job.id)
  if (!row || isFinished(row)) throw new ClaimLost(`the job ${job.id} has already ended`)
  return row
}

export function holdLost(jobId: string): ClaimLost {
  return new ClaimLost(`the credits of the job ${jobId} are held by another worker`)
}
