import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { createBatcher } from '../postgres/batch.ts'
import { isUnavailable } from '../postgres/db.ts'
import type { ClaimedWork } from './claimer.ts'

export interface EndedWork<Work, Outcome> {
  readonly work: Work
  readonly outcome: Outcome
}

export interface Recorder<Work, Outcome> {
  /** Resolves once the outcome is written: with false when it was discarded, as when another process has claimed the work. */
  record(work: Work, outcome: Outcome): Promise<boolean>
  /** Drops outcomes that are not written yet. */
  close(): void
}

export interface RecorderOptions<Work, Outcome> {
  readonly log: Log
  /** Noun for log lines: `jobs`. */
  readonly noun: string
  readonly batchRows: number
  /** Writes outcomes and returns for each one if this process still had the claim. */
  readonly write: (batch: readonly EndedWork<Work, Outcome>[]) => Promise<readonly boolean[]>
  /** Returns true while more outcomes will come soon, which are worth a short wait. */
  readonly isBusy?: () => boolean
}

const RESEND_MS = 5000
const RETRY_MS = 200
/** Time outcomes wait for those of other work (measured: 0041). */
const GATHER_MS = 10
const REFUSALS_MAX = 5

/**
 * Records the outcomes of attempts. Those that end during a write go into the next one: a single outcome is recorded at once,
 * and under load one commit records hundreds. A failed write is sent again: it uses the same claims, so it cannot count twice.
 */
export function createRecorder<Work extends ClaimedWork, Outcome>({
  log,
  noun,
  batchRows,
  write,
  isBusy = () => false,
}: RecorderOptions<Work, Outcome>): Recorder<Work, Outcome> {
  let isClosed = false
  let gathering: Promise<void> | undefined
  async function gather(): Promise<void> {
    await sleep(GATHER_MS)
    gathering = undefined
  }
  const batcher = createBatcher<EndedWork<Work, Outcome>, boolean>({
    sizeMax: batchRows,
    queueMax: Number.POSITIVE_INFINITY,
    onFull: () => new Error('never full'),
    resendMs: RESEND_MS,
    async run(batch) {
      if (isClosed) return batch.map(() => false)
      return write(batch).catch((error: unknown) => {
        if (!isClosed) log.warn({ err: error, [noun]: batch.length }, `could not record the outcomes of ${noun}`)
        throw error
      })
    },
  })
  return {
    async record(work, outcome) {
      work.isFinishing = true
      if (isBusy()) await (gathering ??= gather())
      for (let refusals = 0; refusals < REFUSALS_MAX; ) {
        if (isClosed) return false
        try {
          return await batcher.submit({ work, outcome })
        } catch (error) {
          if (!isUnavailable(error)) refusals++
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
      return false
    },
    close() {
      isClosed = true
    },
  }
}
