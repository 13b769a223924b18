import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidRequest, TOO_COMPLEX } from '../kit/declare/errors.ts'
import type { Log } from '../kit/log/log.ts'
import type { Outbound } from '../kit/net/outbound.ts'
import { OutboundError } from '../kit/net/outbound-error.ts'
import { isDataError, isUnavailable } from '../kit/postgres/db.ts'
import type { SharedLimits } from '../kit/shared-limits.ts'
import { SourceError } from '../kit/sources.ts'
import type { SourceBudget } from './budget.ts'
import { createSourceLimiter, type SourceLimiter } from './limiter.ts'
import type { SourceMetrics } from './metrics.ts'
import type { AnySource, Outcome, Source, SourceCall } from './source.ts'

export interface AskSourceOptions {
  readonly outbound: Outbound
  readonly budget: SourceBudget
  readonly log: Log
  readonly now: () => Date
  readonly metrics?: SourceMetrics
  readonly sharedLimits?: SharedLimits | undefined
  readonly getSettings: (source: AnySource) => Readonly<Record<string, string>>
}

export interface AskContext {
  readonly workspaceId: string
  /** Infinity waits for the result, beyond the source's own timeout. */
  readonly deadlineMs: number
  readonly ticket?: string | undefined
  /** The day on which the ticket was paid for. */
  readonly paidOn?: string | undefined
}

export type PaidOutcome<Out, Page> = Outcome<Out, Page> & { readonly paidOn?: string | undefined }

const DAY_MS = 86_400_000

/**
 * Asks one source, within its rate limit, timeout, circuit breaker and the operator's budget. Throws a `SourceError`, unless
 * the caller's input is invalid (`InvalidRequest`) or our own database is unavailable.
 */
export type AskSource = <In, Out, Page>(
  source: Source<In, Out, Page>,
  input: In,
  asked: AskContext,
) => Promise<PaidOutcome<Out, Page>>

export function createAskSource(options: AskSourceOptions): AskSource {
  const { outbound, budget, log, now, metrics, getSettings, sharedLimits } = options
  const limiters = new Map<string, SourceLimiter>()

  /** Shared by all sources with the same id, whatever their action. */
  function getLimiter(source: AnySource): SourceLimiter {
    let limiter = limiters.get(source.id)
    if (!limiter) limiters.set(source.id, (limiter = createSourceLimiter(source, sharedLimits)))
    return limiter
  }

  const ask: AskSource = async (source, input, { workspaceId, deadlineMs, ticket }) => {
    const limiter = getLimiter(source)
    const startedAt = now()
    const admitted = limiter.admit(startedAt.getTime())
    const waitMs = typeof admitted === 'number' ? admitted : await admitted
    if (waitMs > 0) await sleep(waitMs)
    const isTimed = deadlineMs !== Number.POSITIVE_INFINITY
    const timeMs = isTimed ? Math.max(1, Math.ceil(Math.min(source.timeoutMs, deadlineMs - waitMs))) : deadlineMs
    const call: SourceCall = {
      http: (request) => outbound.send({ deadlineMs: timeMs, ...request }),
      settings: getSettings(source),
      workspaceId,
      now: waitMs > 0 ? now() : startedAt,
      deadlineMs: timeMs,
      ...(ticket !== undefined && { ticket }),
    }
    const sentAt = performance.now()
    const record = (result: string) => metrics?.asked(source.id, result, (performance.now() - sentAt) / 1000)
    try {
      const answer = source.ask(input, call)
      const outcome = await (isTimed ? withTimeout(source.label, timeMs, answer) : answer)
      limiter.recordAnswer()
      record(outcome.outcome)
      return outcome
    } catch (error) {
      if (isUnavailable(error) || error instanceof InvalidRequest) throw error
      const failure = asSourceError(error)
      record(failure.kind)
      logFailure(log, source, error, failure)
      // A source that got less than its own time has not failed.
      const hadItsTime = failure.kind !== 'timeout' || timeMs >= source.timeoutMs
      if (hadItsTime && !source.isBuiltIn) limiter.recordFailure(failure, now().getTime())
      throw failure
    }
  }

  const askPaid = withBudget({ budget, now }, ask)
  return (source, input, asked) => (source.costMicros === 0 ? ask : askPaid)(source, input, asked)
}

/** Counts the operator's cost of a question before it is asked, and subtracts it when the vendor does not charge. */
function withBudget({ budget, now }: Pick<AskSourceOptions, 'budget' | 'now'>, ask: AskSource): AskSource {
  return async (source, input, asked) => {
    const { id, label, costMicros } = source
    // A ticket was paid for when its question was accepted.
    const isNew = asked.ticket === undefined
    const paidOn = isNew ? await budget.spend(id, costMicros) : asked.paidOn
    if (isNew && paidOn === undefined)
      throw new SourceError('no_credits', `The daily operator budget for ${label} is used up`, {
        retryAfterMs: DAY_MS - (now().getTime() % DAY_MS),
        isLocalLimit: true,
      })
    const outcome = await ask(source, input, asked).catch(async (error: unknown) => {
      // After a timeout the vendor may have charged, so the cost stays. A ticket may still get its result.
      const mayBeCharged = error instanceof SourceError && error.kind === 'timeout'
      if (isNew && paidOn !== undefined && !mayBeCharged) await budget.giveBack(id, costMicros, paidOn)
      throw error
    })
    if (outcome.outcome === 'not_found' && paidOn !== undefined) await budget.giveBack(id, costMicros, paidOn)
    return { ...outcome, paidOn }
  }
}

function logFailure(log: Log, { id, action }: AnySource, error: unknown, { cause }: SourceError): void {
  if (isDataError(error))
    log.warn({ code: (error as { code: string }).code, source: id, action }, 'question rejected by the database')
  else if (cause !== undefined && !(cause instanceof OutboundError))
    log.error({ err: cause, source: id, action }, 'a source failed unexpectedly')
}

async function withTimeout<T>(label: string, ms: number, answer: Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new SourceError('timeout', `${label} did not respond within ${ms} ms`)),
    ms,
  ).unref()
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (isDataError(error))
    return new SourceError('rejected', `This question cannot be asked: ${TOO_COMPLEX}`, { cause: error })
  const { message } = error as Error
  if (!(error instanceof OutboundError))
    // Our own code failed on this question: the source may still succeed with others.
    return new SourceError('unavailable', message, { cause: error, isAboutQuestion: true })
  const kind = error.reason === 'timeout' ? 'timeout' : 'unavailable'
  return new SourceError(kind, message, { cause: error, isAboutQuestion: error.reason === 'too_large' })
}
