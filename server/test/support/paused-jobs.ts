import assert from 'node:assert/strict'
import type { Context } from '../../src/kit/context.ts'
import type { Db } from '../../src/kit/postgres/db.ts'
import type { Job } from '../../src/queue/job.ts'
import { pause, resume } from '../../src/queue/queue.ts'

/**
 * Stops jobs before they start: when this returns, none of these kinds runs, and none starts until the returned function is
 * called. The pause alone is not enough: a loop may be about to claim jobs that it read before.
 */
export async function pauseJobs(
  { ctx, queue }: { ctx: Context; queue?: { idle(): Promise<void> } },
  ...jobs: readonly Pick<Job, 'id'>[]
): Promise<() => Promise<void>> {
  for (const { id } of jobs) await pause(ctx.db, id)
  await queue?.idle()
  return async () => {
    for (const { id } of jobs) await resume(ctx, ctx.db, id)
  }
}

/** Deletes the jobs of a kind, as a bug or an operator would. None may be running: pause the kind before it is enqueued. */
export async function loseJobs(db: Db, { id }: Job): Promise<void> {
  const lost = await db<{ state: string }[]>`delete from jobs where job = ${id} returning state`
  assert.ok(lost.length > 0, `no job of ${id} is there to be lost`)
  assert.ok(!lost.some(({ state }) => state === 'running'), `a job of ${id} runs already`)
}
