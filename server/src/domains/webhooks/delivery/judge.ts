import { retryDelay } from '../schedule.ts'
import type { Ending, Health } from '../sql/settle.ts'
import type { Flight } from './flights.ts'
import type { Answer } from './send.ts'

/** What an answer makes of its delivery. The attempts before this budget, of a delivery that was redriven, do not count. */
export function judge(
  flight: Flight,
  answer: Answer,
  { random, schedule }: { random: number; schedule: readonly number[] },
): Ending {
  const { workspaceId, endpointId, id, claim, row } = flight
  const { code, error, startedAt, durationMs, retryAfterSeconds } = answer
  const attempt = row.attempt + 1 - (row.attempts_max - (schedule.length + 1))
  const delaySeconds = error === null ? undefined : retryDelay({ attempt, retryAfterSeconds, random }, schedule)
  const status = error === null ? 'delivered' : delaySeconds === undefined ? 'dead' : 'failed'
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

/** A delivery that took its worker down again and again is set aside without another attempt. */
export function poisoned({ workspaceId, endpointId, id, claim, row }: Flight): Ending {
  const error = `The worker died or froze ${row.claims - 1} times in a row while it held this delivery.`
  return { workspaceId, endpointId, id, claim, status: 'dead', delaySeconds: 0, code: null, error, attempt: null }
}

const GONE = 410

/** What a batch says about each endpoint in it, in the order the answers came. */
export function healthOf(batch: readonly { readonly flight: Flight; readonly ending: Ending }[]): Health[] {
  const byEndpoint = new Map<string, Health>()
  for (const { flight, ending } of batch) {
    if (!ending.attempt) continue
    const { workspaceId, endpointId } = flight
    const before = byEndpoint.get(endpointId) ?? {
      workspaceId,
      endpointId,
      hasSuccess: false,
      failures: 0,
      isGone: false,
    }
    const isSuccess = ending.status === 'delivered'
    byEndpoint.set(endpointId, {
      ...before,
      hasSuccess: before.hasSuccess || isSuccess,
      failures: isSuccess ? 0 : before.failures + 1,
      isGone: before.isGone || ending.code === GONE,
    })
  }
  return [...byEndpoint.values()]
}
