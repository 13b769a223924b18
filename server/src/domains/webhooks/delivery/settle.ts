import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../kit/log.ts'
import { createBatcher } from '../../../kit/postgres/batch.ts'
import type { Pool } from '../../../kit/postgres/db.ts'
import type { Now } from '../sql/claims.ts'
import { type BreakerRules, type Ending, settleDeliveries } from '../sql/settle.ts'
import type { Flight } from './flights.ts'
import { healthOf } from './judge.ts'

interface Ended {
  readonly flight: Flight
  readonly ending: Ending
}

export interface Settler {
  /** Resolves once the end is written: false when the delivery had been taken over and the result is discarded. */
  settle(flight: Flight, ending: Ending): Promise<boolean>
  /** Gives up on what could not be written yet. */
  close(): void
}

/**
 * Ten failures in a row open the breaker; five days of nothing but failures disable the endpoint. The retries of a lone
 * delivery are further apart than the rest that closes the breaker again, so it keeps to its schedule.
 */
export const RULES: BreakerRules = {
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
 * Writes down how attempts ended. Whatever ends while a write is under way goes into the next one: a lone delivery is
 * settled at once, and under load one commit ends hundreds. Tried until the database answers: a repeat names the same
 * claim, so it cannot settle twice.
 */
export function createSettler({ db, log, now }: { db: Pool; log: Log; now: () => Now }): Settler {
  let isClosed = false
  const batcher = createBatcher<Ended, boolean>({
    sizeMax: BATCH_ROWS,
    queueMax: Number.POSITIVE_INFINITY,
    onFull: () => new Error('never full'),
    patienceMs: PATIENCE_MS,
    async run(batch) {
      const endings = batch.map(({ ending }) => ending)
      const { ids, disabled } = await settleDeliveries(db, now(), endings, healthOf(batch), RULES)
      for (const endpoint of disabled) log.warn(endpoint, 'a webhook endpoint was disabled')
      const ours = new Set(ids)
      return endings.map(({ id }) => ours.has(id))
    },
  })
  return {
    async settle(flight, ending) {
      flight.isEnding = true
      for (;;) {
        if (isClosed) return false
        try {
          return await batcher.submit({ flight, ending })
        } catch (error) {
          log.warn({ err: error, delivery: flight.id }, 'the end of a delivery could not be written down')
          await sleep(RETRY_MS, undefined, { ref: false })
        }
      }
    },
    close() {
      isClosed = true
    },
  }
}
