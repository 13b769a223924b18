import { createRecorder, type EndedWork } from '../kit/claims/recorder.ts'
import type { Log } from '../kit/log/log.ts'
import { type Db, type Pool, transaction } from '../kit/postgres/db.ts'
import type { ClaimedJob } from './in-flight.ts'
import type { Outcome } from './outcome.ts'
import { unclaimJobs } from './sql/claims.ts'
import type { Now } from './sql/now.ts'
import { deleteFinished, type JobKey, type UnfinishedJob, unparkNext, updateUnfinished } from './sql/outcomes.ts'

type EndedJob = EndedWork<ClaimedJob, Outcome>

const BATCH_ROWS = 1000

export function createJobRecorder({ db, log, now }: { db: Pool; log: Log; now: () => Now }) {
  return createRecorder<ClaimedJob, Outcome>({
    log,
    noun: 'jobs',
    batchRows: BATCH_ROWS,
    async write(batch) {
      const ours = new Set(await recordOutcomes(db, batch, now()))
      return batch.map(({ work }) => ours.has(work.id))
    },
  })
}

/** Returns the ids of the jobs that this process still had a claim on. */
async function recordOutcomes(db: Pool, batch: readonly EndedJob[], now: Now): Promise<number[]> {
  const done: ClaimedJob[] = []
  const rest: UnfinishedJob[] = []
  for (const { work, outcome } of batch) {
    if (outcome.kind === 'done') done.push(work)
    else rest.push(unfinished(work, outcome))
  }
  const keys = batch.flatMap(({ work }) => toJobKeys(work))
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
