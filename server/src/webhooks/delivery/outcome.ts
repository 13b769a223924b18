import type { EndedWork } from '../../kit/claims/recorder.ts'
import { retryDelay } from '../retry-schedule.ts'
import type { EndpointHealth, Outcome } from '../sql/outcomes.ts'
import type { InFlightDelivery } from './in-flight.ts'
import type { ReceiverAnswer } from './send.ts'

/** The receiver wants no more deliveries: the endpoint is disabled, and this delivery is not retried. */
const GONE = 410

/** Decides the outcome of an attempt. A redriven delivery has a new budget: attempts before the redrive do not count. */
export function decideDeliveryOutcome(
  delivery: InFlightDelivery,
  answer: ReceiverAnswer,
  { random, schedule }: { random: number; schedule: readonly number[] },
): Outcome {
  const { workspaceId, endpointId, id, claim, row } = delivery
  const { code, error, startedAt, durationMs, retryAfterSeconds } = answer
  const attempt = row.attempt + 1 - (row.attempts_max - (schedule.length + 1))
  const delaySeconds = error === null ? undefined : retryDelay({ attempt, retryAfterSeconds, random }, schedule)
  const isGone = code === GONE
  const status = error === null ? 'delivered' : delaySeconds === undefined || isGone ? 'dead' : 'failed'
  return {
    workspaceId,
    endpointId,
    id,
    claim,
    status,
    delaySeconds: delaySeconds ?? 0,
    code,
    error,
    attempt: { startedAt, durationMs, answer: answer.body },
  }
}

/** A delivery that crashed its workers again and again becomes dead without another attempt. */
export function poisonOutcome({ workspaceId, endpointId, id, claim, row }: InFlightDelivery): Outcome {
  const error = `The worker died or froze ${row.claims - 1} times in a row while it sent this delivery.`
  return { workspaceId, endpointId, id, claim, status: 'dead', delaySeconds: 0, code: null, error, attempt: null }
}

/** Summarises, for each endpoint, a batch of outcomes in the order of their responses. */
export function summariseHealth(batch: readonly EndedWork<InFlightDelivery, Outcome>[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>()
  for (const { work, outcome } of batch) {
    if (!outcome.attempt) continue
    const { workspaceId, endpointId } = work
    const before = byEndpoint.get(endpointId) ?? {
      workspaceId,
      endpointId,
      hasSuccess: false,
      failures: 0,
      isGone: false,
    }
    const isSuccess = outcome.status === 'delivered'
    byEndpoint.set(endpointId, {
      ...before,
      hasSuccess: before.hasSuccess || isSuccess,
      failures: isSuccess ? 0 : before.failures + 1,
      isGone: before.isGone || outcome.code === GONE,
    })
  }
  return [...byEndpoint.values()]
}
