import { setTimeout as sleep } from 'node:timers/promises'
import { TOO_COMPLEX } from '../kit/declare/errors.ts'
import type { Log } from '../kit/log.ts'
import type { Outbound } from '../kit/net/outbound.ts'
import { OutboundError } from '../kit/net/outbound-error.ts'
import { isDataError, isUnavailable } from '../kit/postgres/db.ts'
import { createGate, type Gate } from './limiter.ts'
import { type AnySource, type Outcome, type Source, SourceError } from './source.ts'

/** Counts what vendors cost the operator. */
export interface Purse {
  /** The day it was taken from; undefined when that day's budget for this source does not cover it. */
  take(source: string, micros: number): Promise<string | undefined>
  giveBack(source: string, micros: number, day: string): Promise<void>
}

export interface AskerOptions {
  readonly outbound: Outbound
  readonly purse: Purse
  readonly log: Log
  readonly now: () => Date
  readonly settingsOf: (source: AnySource) => Readonly<Record<string, string>>
}

export interface Asked {
  readonly workspaceId: string
  readonly deadlineMs: number
  readonly ticket?: string | undefined
  /** The day on which the ticket was paid for. */
  readonly paidOn?: string | undefined
}

export type Answer<Out> = Outcome<Out> & { readonly paidOn?: string | undefined }

/** Asks one source, within its rate, its time, its rest and the operator's budget. Throws nothing but a SourceError, unless our own database is away. */
export type Asker = <In, Out>(source: Source<In, Out>, input: In, asked: Asked) => Promise<Answer<Out>>

export function createAsker({ outbound, purse, log, now, settingsOf }: AskerOptions): Asker {
  const gates = new Map<string, Gate>()

  /** All sources of one name share it, whatever they are asked. Rates and rests are this process's own. */
  function gateOf(source: AnySource): Gate {
    let gate = gates.get(source.id)
    if (!gate) gates.set(source.id, (gate = createGate(source.label, source.perSecond)))
    return gate
  }

  async function askFree<In, Out>(source: Source<In, Out>, input: In, asked: Asked): Promise<Outcome<Out>> {
    const { workspaceId, deadlineMs, ticket } = asked
    const gate = gateOf(source)
    const waitMs = gate.admit(now().getTime())
    if (waitMs > 0) await sleep(waitMs)
    const timeMs = Math.max(1, Math.ceil(Math.min(source.timeoutMs, deadlineMs - waitMs)))
    const call = {
      http: (request: Parameters<Outbound['send']>[0]) => outbound.send({ deadlineMs: timeMs, ...request }),
      settings: settingsOf(source),
      workspaceId,
      now: now(),
      deadlineMs: timeMs,
      ...(ticket !== undefined && { ticket }),
    }
    try {
      const outcome = await within(source.label, timeMs, () => source.ask(input, call))
      gate.answered()
      return outcome
    } catch (error) {
      if (isUnavailable(error)) throw error
      const failure = asSourceError(error)
      if (isDataError(error))
        log.warn(
          { code: (error as { code: string }).code, source: source.id, action: source.action },
          'a question cannot be asked',
        )
      else if (failure.cause !== undefined && !(failure.cause instanceof OutboundError))
        log.error({ err: failure.cause, source: source.id, action: source.action }, 'a source broke')
      // A source that was not given its time has not failed.
      const hadTime = failure.kind !== 'timeout' || timeMs >= source.timeoutMs
      if (hadTime && !source.isBuiltIn) gate.failed(failure, now().getTime())
      throw failure
    }
  }

  return async (source, input, asked) => {
    const { id, label, costMicros } = source
    if (costMicros === 0) return askFree(source, input, asked)
    // A ticket was paid for when it was drawn.
    const isNew = asked.ticket === undefined
    const paidOn = isNew ? await purse.take(id, costMicros) : asked.paidOn
    if (isNew && paidOn === undefined)
      throw new SourceError('no_credits', `The operator's budget for ${label} is used up for today`, {
        isRefusal: true,
      })
    const answer = await askFree(source, input, asked).catch(async (error: unknown) => {
      // After a timeout nobody knows whether the vendor counts it: then it counts. A ticket may yet be answered.
      const isCounted = error instanceof SourceError && error.kind === 'timeout'
      if (isNew && paidOn !== undefined && !isCounted) await purse.giveBack(id, costMicros, paidOn)
      throw error
    })
    if (answer.outcome === 'not_found' && paidOn !== undefined) await purse.giveBack(id, costMicros, paidOn)
    return { ...answer, paidOn }
  }
}

async function within<T>(label: string, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new SourceError('timeout', `${label} did not answer within ${ms} ms`))
  const timer = setTimeout(giveUp, ms).unref()
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  if (isDataError(error)) return new SourceError('rejected', `This cannot be asked: ${TOO_COMPLEX}`, { cause: error })
  const { message } = error as Error
  if (!(error instanceof OutboundError))
    // Something of ours broke on this question: no reason to ask the source no other.
    return new SourceError('unavailable', message, { cause: error, isOfQuestion: true })
  const kind = error.reason === 'timeout' ? 'timeout' : 'unavailable'
  return new SourceError(kind, message, { cause: error, isOfQuestion: error.reason === 'too_large' })
}
