import type { Context } from '../kit/context.ts'
import type { Db } from '../kit/postgres/db.ts'
import { finish } from './finish.ts'
import type { Held } from './in-flight.ts'
import { ClaimLost, GiveUp, type JobCall } from './job.ts'
import { judge, type Outcome } from './outcome.ts'
import { mismatchOf } from './payload.ts'

/** Runs a claimed job once. Nothing is left to write when it was finished in its own transaction or has been taken over. */
export async function attempt(ctx: Context, held: Held): Promise<Outcome | 'completed' | 'lost'> {
  const { row, handler, abort } = held
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
      held.isEnding = true
      isComplete = true
      if (!(await finish(tx, held))) throw new ClaimLost(`${row.job} ${row.id} was given to another worker`)
    },
  }
  try {
    // A payload of another version of the program: no retry mends it.
    const mismatch = mismatchOf(handler.job, row.payload)
    if (mismatch) throw new GiveUp(mismatch)
    await handler.run(call)
    return isComplete ? 'completed' : { kind: 'done' }
  } catch (error) {
    if (error instanceof ClaimLost) return 'lost'
    const outcome = judge(handler.job, row.attempts, error, Math.random())
    const level = { done: 'trace', tick: 'trace', later: 'debug', retry: 'info', dead: 'error' } as const
    const about = { err: error, job: row.job, id: row.id, workspace_id: row.workspace_id, attempt: call.attempt }
    ctx.log[level[outcome.kind]](about, outcome.kind === 'dead' ? 'a job is dead' : 'a job will be tried again')
    return outcome
  }
}
