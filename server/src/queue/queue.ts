import { crc32 } from 'node:zlib'
import type { Static, TSchema } from 'typebox'
import type { Context } from '../kit/context.ts'
import { type Db, transaction, violatedConstraint } from '../kit/postgres/db.ts'
import { hint } from '../kit/postgres/hint.ts'
import { JOBS_CHANNEL } from './channel.ts'
import type { Job } from './job.ts'
import { findPayloadError } from './payload.ts'
import * as sql from './sql/jobs.ts'
import { unparkNext } from './sql/outcomes.ts'

/** The workspace of jobs that belong to no tenant. */
export const SYSTEM_WORKSPACE = 'system'
const CHUNK_ROWS = 1000

export interface EnqueueOptions {
  readonly workspaceId?: string
  /** Defaults to now. */
  readonly runAt?: Date
  /** Jobs of the workspace with the same key run one at a time, in the order of their run_at. */
  readonly key?: string
  /** While a job of this kind with the same dedupe is unfinished, no second one is enqueued. */
  readonly dedupe?: string
  readonly priority?: number
  /** The host that the job calls. The workspace's jobs for other hosts do not wait while this one hangs. */
  readonly remote?: string | null
}

/**
 * Enqueues in the caller's transaction: a rollback removes the job, and it starts within milliseconds of the commit. Returns
 * the job's id, or undefined when an unfinished job has the same dedupe.
 */
export async function enqueue<S extends TSchema>(
  ctx: Context,
  db: Db,
  job: Job<S>,
  payload: Static<S>,
  options: EnqueueOptions = {},
): Promise<number | undefined> {
  const [id] = await sql.insertJobs(db, job.id, ctx.clock.forDatabase(), [newJob(job, payload, options)])
  if (id !== undefined) hint(ctx.db, db, JOBS_CHANNEL)
  return id
}

/** Enqueues many jobs in chunks, so the items may come from a generator. Returns the number of enqueued jobs. */
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
  if (total > 0) hint(ctx.db, db, JOBS_CHANNEL)
  return total
}

function newJob(job: Job, payload: unknown, options: EnqueueOptions): sql.NewJob {
  const mismatch = findPayloadError(job, payload)
  if (mismatch) throw new TypeError(mismatch)
  return {
    workspaceId: options.workspaceId ?? SYSTEM_WORKSPACE,
    priority: options.priority ?? job.priority,
    runAt: options.runAt ?? null,
    key: options.key ?? null,
    dedupe: options.dedupe ?? null,
    remote: crc32(options.remote ?? '') | 0,
    payload: JSON.stringify(payload),
  }
}

/** Removes a job that was enqueued with a dedupe. Returns false when it has started, has ended or never existed. */
export async function cancel(db: Db, workspaceId: string, job: Job, dedupe: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const keys = await sql.deleteWaiting(tx, workspaceId, job.id, dedupe)
    if (keys && keys.length > 0) await unparkNext(tx, keys)
    return keys !== undefined
  })
}

/** Stops all nodes from starting jobs of this kind until it is resumed. Running ones continue. */
export async function pause(db: Db, jobId: string): Promise<void> {
  await sql.insertPause(db, jobId)
}

export async function resume(ctx: Context, db: Db, jobId: string): Promise<void> {
  await sql.deletePause(db, jobId)
  hint(ctx.db, db, JOBS_CHANNEL)
}

/** Lists the dead jobs of one kind, oldest first. */
export async function listDead(db: Db, jobId: string, afterId: number, limit: number): Promise<sql.DeadJobRow[]> {
  return sql.listDead(db, jobId, afterId, limit)
}

/** Puts a dead job back into the queue. Returns false when it is not dead, or when an unfinished job has the same dedupe. */
export async function requeue(ctx: Context, db: Db, workspaceId: string, id: number): Promise<boolean> {
  try {
    const isRequeued = await transaction(db, (tx) => sql.requeueDead(tx, workspaceId, id, ctx.clock.forDatabase()))
    if (isRequeued) hint(ctx.db, db, JOBS_CHANNEL)
    return isRequeued
  } catch (error) {
    if (violatedConstraint(error) === 'jobs_dedupe') return false
    throw error
  }
}
