import { createRecorder } from '../../kit/claims/recorder.ts'
import type { Log } from '../../kit/log/log.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { Now } from '../sql/claims.ts'
import { type BreakerRules, type Outcome, updateOutcomes } from '../sql/outcomes.ts'
import type { InFlightDelivery } from './in-flight.ts'
import { summariseHealth } from './outcome.ts'

/**
 * Ten failures in a row open the breaker; five days without a success disable the endpoint. All retries of a single delivery but
 * the first are more than `restSeconds` apart, so the breaker never delays them.
 */
export const BREAKER: BreakerRules = {
  breaksAfter: 10,
  restSeconds: 60,
  pauseSeconds: 15,
  pauseSecondsMax: 300,
  disabledAfterSeconds: 5 * 86_400,
}
const BATCH_ROWS = 500

export interface DeliveryRecorderOptions {
  readonly db: Pool
  readonly log: Log
  readonly now: () => Now
  /** Returns true while other deliveries are being sent whose outcomes come soon. */
  readonly isBusy: () => boolean
}

export function createDeliveryRecorder({ db, log, now, isBusy }: DeliveryRecorderOptions) {
  return createRecorder<InFlightDelivery, Outcome>({
    log,
    noun: 'deliveries',
    batchRows: BATCH_ROWS,
    isBusy,
    async write(batch) {
      const outcomes = batch.map(({ outcome }) => outcome)
      const healths = summariseHealth(batch)
      const { isRecorded, disabled } = await updateOutcomes(db, { now: now(), outcomes, healths, rules: BREAKER })
      for (const endpoint of disabled) log.warn(endpoint, 'webhook endpoint disabled')
      return isRecorded
    },
  })
}
