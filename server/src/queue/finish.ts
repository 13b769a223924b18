import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../kit/log/log.ts'
import { type Db, isUnavailable, type Pool, transaction } from '../kit/postgres/db.ts'
import type { ClaimedJob } from './in-flight.ts'
import type { Outcome } from './outcome.ts'
import { unclaimJobs } from './sql/claims.ts'
import type { Now } from './sql/now.ts'
import { deleteFinished, type JobKey, type UnfinishedJob, unparkNext, updateUnfinished } from './sql/outcomes.ts'

interface EndedJob {
  readonly job: ClaimedJob
  readonly outcome: Outcome
}

export interface Finisher {
  finish(job: ClaimedJob, outcome: Outcome): void
  /** Drops outcomes that are not recorded yet. */
  close(): void
}

export interface FinisherOptions {
  readonly db: Pool
  readonly log: Log
  readonly now: () => Now
  /** Called once the outcome is recorded; `isOurs` is false when another worker has the job and the outcome is discarded. */
  readonly onFinished: (job: ClaimedJob, outcome: Outcome, isOurs: boolean) => void
}

const BATCH_ROWS = 1000
const RETRY_MS = 200

/**
 * Records the outcomes of attempts. Jobs that end while a write is in flight go into the next one: a single job is recorded at
 * once, and under load one commit records hundreds.
 */
export function createFinisher({ db, log, now, onFinished }: FinisherOptions): Finisher {
  let waiting: EndedJob[] = []
  let isWriting = false
  let isClosed = false

  async function write(batch: readonly EndedJob[]): Promise<void> {
    const ours = new Set(await recordOutcomes(db, batch, now()))
    for (const { job, outcome } of batch) onFinished(job, outcome, ours.has(job.id))
  }

  /** Retries until the database responds. A retry uses the same claim, so it cannot record an outcome twice. */
  async function writeWithRetries(batch: readonly EndedJob[]): Promise<void> {
    for (;;) {
      try {
        return await write(batch)
      } catch (error) {
        if (isClosed) return
        log.warn({ err: error, jobs: batch.length }, 'could not record job outcomes')
        if (isUnavailable(error)) await sleep(RETRY_MS, undefined, { ref: false })
        else if (batch.length > 1) for (const ended of batch) await writeWithRetries([ended])
        else for (const { job, outcome } of batch) onFinished(job, outcome, false)
        if (!isUnavailable(error)) return
      }
    }
  }

  async function run() {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS)
      waiting = waiting.slice(BATCH_ROWS)
      await writeWithRetries(batch)
    }
    isWriting = false
  }

  return {
    finish(job, outcome) {
      job.isFinishing = true
      waiting.push({ job, outcome })
      // Runs at the end of this event loop turn, so that jobs that end together share a batch.
      if (!isWriting) {
        isWriting = true
        setImmediate(() => void run())
      }
    },
    close() {
      isClosed = true
      waiting = []
    },
  }
}

/** Returns the ids of the jobs that this process still had a claim on. */
async function recordOutcomes(db: Pool, batch: readonly EndedJob[], now: Now): Promise<number[]> {
  const done: ClaimedJob[] = []
  const rest: UnfinishedJob[] = []
  for (const { job, outcome } of batch) {
    if (outcome.kind === 'done') done.push(job)
    else rest.push(unfinished(job, outcome))
  }
  const keys = batch.flatMap(({ job }) => toJobKeys(job))
  if (rest.length === 0 && keys.length === 0) return deleteFinished(db, done)
  return transaction(db, async (tx) => {
    const deleted = done.length > 0 ? await deleteFinished(tx, done) : []
    const updated = rest.length > 0 ? await updateUnfinished(tx, now, rest) : []
    if (keys.length > 0) await unparkNext(tx, keys)
    return [...deleted, ...updated]
  })
}

/** Finishes a job in its handler's transaction. Returns false when another worker has the job. */
export async function completeJob(tx: Db, job: ClaimedJob): Promise<boolean> {
  const [id] = await deleteFinished(tx, [job])
  if (id === undefined) return false
  const keys = toJobKeys(job)
  if (keys.length > 0) await unparkNext(tx, keys)
  return true
}

/** Returns jobs to the queue that were claimed but not started. */
export async function returnToQueue(db: Pool, jobs: readonly ClaimedJob[]): Promise<void> {
  await transaction(db, async (tx) => {
    await unclaimJobs(tx, jobs)
    const keys = jobs.flatMap(toJobKeys)
    if (keys.length > 0) await unparkNext(tx, keys)
  })
}

function toJobKeys({ workspaceId, row }: ClaimedJob): JobKey[] {
  return row.key === null ? [] : [{ workspaceId, key: row.key }]
}

function unfinished(job: ClaimedJob, outcome: Exclude<Outcome, { kind: 'done' }>): UnfinishedJob {
  const { workspaceId, id, claim, handler, row } = job
  return {
    workspaceId,
    id,
    claim,
    state: outcome.kind === 'dead' ? 'dead' : 'waiting',
    attempts: outcome.kind === 'tick' ? 0 : row.attempts + (outcome.kind === 'later' ? 0 : 1),
    at: 'at' in outcome ? outcome.at : null,
    delaySeconds: outcome.kind === 'retry' ? outcome.delaySeconds : 0,
    keepsPosition: handler.job.blocking,
    error: outcome.kind === 'tick' ? null : outcome.error,
  }
}
