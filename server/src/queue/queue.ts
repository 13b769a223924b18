import type { Static, TSchema } from 'typebox'
import type { Context } from '../kit/context.ts'
import { type Db, transaction, violatedConstraint } from '../kit/postgres/db.ts'
import { hint } from '../kit/postgres/hint.ts'
import { JOBS } from './channel.ts'
import type { Job } from './job.ts'
import { mismatchOf } from './payload.ts'
import * as sql from './sql/claims.ts'

/** The tenant of work that belongs to none. */
export const SYSTEM = 'system'
const CHUNK_ROWS = 1000

export interface EnqueueOptions {
  readonly workspaceId?: string
  /** Now when absent. */
  readonly runAt?: Date
  /** Jobs of the workspace with the same key run one at a time, in the order of their run_at. */
  readonly key?: string
  /** While a job of this kind with the same dedupe is unfinished, another one is not enqueued. */
  readonly dedupe?: string
  readonly priority?: number
}

/**
 * Enqueues in the caller's transaction: rolled back with it, started within milliseconds of its commit. Answers the job's
 * id, or undefined when its dedupe was taken.
 */
export async function enqueue<S extends TSchema>(
  ctx: Context,
  db: Db,
  job: Job<S>,
  payload: Static<S>,
  options: EnqueueOptions = {},
): Promise<number | undefined> {
  const [id] = await sql.insertJobs(db, job.id, ctx.clock.forDatabase(), [newJob(job, payload, options)])
  if (id !== undefined) hint(ctx.db, db, JOBS)
  return id
}

/** Enqueues many, a chunk at a time: the list may be a generator that never is in memory as a whole. Answers how many. */
export async function enqueueAll<S extends TSchema>(
  ctx: Context,
  db: Db,
  job: Job<S>,
  items: Iterable<EnqueueOptions & { payload: Static<S> }> | AsyncIterable<EnqueueOptions & { payload: Static<S> }>,
): Promise<number> {
  let total = 0
  let chunk: sql.NewJob[] = []
  const flush = async () => {
    total += (await sql.insertJobs(db, job.id, ctx.clock.forDatabase(), chunk)).length
    chunk = []
  }
  for await (const { payload, ...options } of items) {
    chunk.push(newJob(job, payload, options))
    if (chunk.length === CHUNK_ROWS) await flush()
  }
  if (chunk.length > 0) await flush()
  if (total > 0) hint(ctx.db, db, JOBS)
  return total
}

function newJob(job: Job, payload: unknown, options: EnqueueOptions): sql.NewJob {
  const mismatch = mismatchOf(job, payload)
  if (mismatch) throw new TypeError(mismatch)
  return {
    workspaceId: options.workspaceId ?? SYSTEM,
    priority: options.priority ?? job.priority,
    runAt: options.runAt ?? null,
    key: options.key ?? null,
    dedupe: options.dedupe ?? null,
    payload: JSON.stringify(payload),
  }
}

/** Takes back a job that was enqueued with a dedupe; false when it has started or ended, or never was. */
export async function cancel(db: Db, workspaceId: string, job: Job, dedupe: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const keys = await sql.deleteWaiting(tx, workspaceId, job.id, dedupe)
    if (keys && keys.length > 0) await sql.unparkNext(tx, keys)
    return keys !== undefined
  })
}

/** No node starts a job of this kind any more until it is resumed; what runs goes on. */
export async function pause(db: Db, jobId: string): Promise<void> {
  await sql.insertPause(db, jobId)
}

export async function resume(ctx: Context, db: Db, jobId: string): Promise<void> {
  await sql.deletePause(db, jobId)
  hint(ctx.db, db, JOBS)
}

export const listDead = sql.listDead

/** Gives a dead job a fresh start; false when it is not dead, or an unfinished one has its dedupe. */
export async function requeue(ctx: Context, db: Db, workspaceId: string, id: number): Promise<boolean> {
  try {
    const isBack = await transaction(db, (tx) => sql.requeueDead(tx, workspaceId, id, ctx.clock.forDatabase()))
    if (isBack) hint(ctx.db, db, JOBS)
    return isBack
  } catch (error) {
    if (violatedConstraint(error) === 'jobs_dedupe') return false
    throw error
  }
}
