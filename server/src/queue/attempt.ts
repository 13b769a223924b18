import type { Context } from '../kit/context.ts'
import type { Db } from '../kit/postgres/db.ts'
import { completeJob } from './finish.ts'
import type { ClaimedJob } from './in-flight.ts'
import { ClaimLost, GiveUp, type JobCall } from './job.ts'
import { decideJobOutcome, type Outcome } from './outcome.ts'
import { findPayloadError } from './payload.ts'

const LEVELS = { done: 'trace', tick: 'trace', later: 'debug', retry: 'info', dead: 'error' } as const

/**
 * Runs a claimed job once. `completed` and `lost` need no record: the handler's transaction recorded the outcome, or another
 * worker will.
 */
export async function runAttempt(ctx: Context, claimed: ClaimedJob): Promise<Outcome | 'completed' | 'lost'> {
  const { row, handler, abort } = claimed
  let isComplete = false
  const call: JobCall = {
    ctx,
    workspaceId: row.workspace_id,
    id: row.id,
    payload: row.payload,
    attempt: row.attempts + 1,
    runAt: row.run_at,
    signal: abort.signal,
    async complete(tx: Db) {
      claimed.isFinishing = true
      isComplete = true
      if (!(await completeJob(tx, claimed))) throw new ClaimLost(`${row.job} ${row.id} was claimed by another worker`)
    },
  }
  try {
    // Another version of the program enqueued it: a retry would fail the same way.
    const mismatch = findPayloadError(handler.job, row.payload)
    if (mismatch) throw new GiveUp(mismatch)
    await handler.run(call)
    return isComplete ? 'completed' : { kind: 'done' }
  } catch (error) {
    if (error instanceof ClaimLost) return 'lost'
    const outcome = decideJobOutcome(handler.job, row.attempts, error, Math.random())
    const fields = { err: error, job: row.job, id: row.id, workspace_id: row.workspace_id, attempt: call.attempt }
    ctx.log[LEVELS[outcome.kind]](fields, outcome.kind === 'dead' ? 'job is dead' : 'job will be retried')
    return outcome
  }
}
