import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kit/log/log.ts'
import { createBatcher } from '../../kit/postgres/batch.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { Now } from '../sql/claims.ts'
import { type BreakerRules, type Outcome, updateOutcomes } from '../sql/outcomes.ts'
import type { InFlightDelivery } from './in-flight.ts'
import { summariseHealth } from './outcome.ts'

interface FinishedDelivery {
  readonly delivery: InFlightDelivery
  readonly outcome: Outcome
}

export interface Recorder {
  /**
   * Resolves once the outcome is written: with false when another worker has claimed the delivery and the outcome is discarded.
   */
  record(delivery: InFlightDelivery, outcome: Outcome): Promise<boolean>
  /** Drops outcomes that are not written yet. */
  close(): void
}

/**
 * Ten failures in a row open the breaker; five days without a success disable the endpoint. The retries of a single delivery
 * are more than `restSeconds` apart, so the breaker never delays them.
 */
export const BREAKER: BreakerRules = {
  breaksAfter: 10,
  restSeconds: 60,
  pauseSeconds: 15,
  pauseSecondsMax: 300,
  disabledAfterSeconds: 5 * 86_400,
}
const BATCH_ROWS = 500
const PATIENCE_MS = 5000
const RETRY_MS = 200
/** Time outcomes wait for those of other deliveries that are being sent (measured: 0041). */
const GATHER_MS = 10

export interface RecorderOptions {
  readonly db: Pool
  readonly log: Log
  readonly now: () => Now
  /** True while other deliveries are being sent whose outcomes come soon. */
  readonly isBusy: () => boolean
}

/**
 * Records outcomes in batches: those that finish during a write go into the next one. A single delivery is recorded at once,
 * and under load one commit records hundreds. A failed write is retried until it succeeds; it uses the same claims, so it
 * cannot count twice.
 */
export function createRecorder({ db, log, now, isBusy }: RecorderOptions): Recorder {
  let isClosed = false
  let gathering: Promise<void> | undefined
  async function gather(): Promise<void> {
    await sleep(GATHER_MS)
    gathering = undefined
  }
  const batcher = createBatcher<FinishedDelivery, boolean>({
    sizeMax: BATCH_ROWS,
    queueMax: Number.POSITIVE_INFINITY,
    onFull: () => new Error('never full'),
    resendMs: PATIENCE_MS,
    async run(batch) {
      const outcomes = batch.map(({ outcome }) => outcome)
      const { isRecorded, disabled } = await updateOutcomes(db, {
        now: now(),
        outcomes,
        healths: summariseHealth(batch),
        rules: BREAKER,
      })
      for (const endpoint of disabled) log.warn(endpoint, 'webhook endpoint disabled')
      return isRecorded
    },
  })
  return {
    async record(delivery, outcome) {
      delivery.isFinishing = true
      if (isBusy()) await (gathering ??= gather())
      for (;;) {
        if (isClosed) return false
        try {
          return await batcher.submit({ delivery, outcome })
        } catch (error) {
          log.warn({ err: error, delivery: delivery.id }, 'could not record the outcome of a delivery; will retry')
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
    },
    close() {
      isClosed = true
    },
  }
}
