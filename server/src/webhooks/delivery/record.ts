import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kit/log.ts'
import { createBatcher } from '../../kit/postgres/batch.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { Now } from '../sql/claims.ts'
import { type BreakerRules, type Outcome, updateOutcomes } from '../sql/outcomes.ts'
import type { InFlight } from './in-flight.ts'
import { healthOf } from './outcome.ts'

interface Finished {
  readonly delivery: InFlight
  readonly outcome: Outcome
}

export interface Recorder {
  /** Resolves once the outcome is written; false when another worker has claimed the delivery and the outcome is discarded. */
  record(delivery: InFlight, outcome: Outcome): Promise<boolean>
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

/**
 * Records outcomes in batches: those that finish during a write go into the next one. A single delivery is recorded at once,
 * and under load one commit records hundreds. A failed write is repeated until it succeeds; it names the same claims, so it
 * cannot count twice.
 */
export function createRecorder({ db, log, now }: { db: Pool; log: Log; now: () => Now }): Recorder {
  let isClosed = false
  const batcher = createBatcher<Finished, boolean>({
    sizeMax: BATCH_ROWS,
    queueMax: Number.POSITIVE_INFINITY,
    onFull: () => new Error('never full'),
    resendMs: PATIENCE_MS,
    async run(batch) {
      const outcomes = batch.map(({ outcome }) => outcome)
      const { ids, disabled } = await updateOutcomes(db, {
        now: now(),
        outcomes,
        healths: healthOf(batch),
        rules: BREAKER,
      })
      for (const endpoint of disabled) log.warn(endpoint, 'a webhook endpoint was disabled')
      const ours = new Set(ids)
      return outcomes.map(({ id }) => ours.has(id))
    },
  })
  return {
    async record(delivery, outcome) {
      delivery.isFinishing = true
      for (;;) {
        if (isClosed) return false
        try {
          return await batcher.submit({ delivery, outcome })
        } catch (error) {
          log.warn(
            { err: error, delivery: delivery.id },
            'the outcome of a delivery was not recorded; it will be tried again',
          )
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
    },
    close() {
      isClosed = true
    },
  }
}
