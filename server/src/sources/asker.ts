import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '../kit/db.ts'
import type { Log } from '../kit/log.ts'
import { type Outbound, OutboundError } from '../kit/outbound.ts'
import { createGate, type Gate } from './gate.ts'
import { type AnySource, type Outcome, type Source, SourceError } from './source.ts'

/** Counts what vendors cost the operator. */
export interface Purse {
  /** False when the day's budget for this source does not cover it. */
  take(source: string, micros: number): Promise<boolean>
  giveBack(source: string, micros: number): Promise<void>
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
  readonly ticket: string | undefined
}

/** Asks one source, within its rate, its time, its rest and the operator's budget. Throws nothing but a SourceError, unless our own database is away. */
export type Asker = <In, Out>(source: Source<In, Out>, input: In, asked: Asked) => Promise<Outcome<Out>>

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
    const timeMs = Math.max(1, Math.min(source.timeoutMs, deadlineMs - waitMs))
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
      if (failure.cause !== undefined && !(failure.cause instanceof OutboundError))
        log.error({ err: failure.cause, source: source.id, action: source.action }, 'a source broke')
      gate.failed(failure, now().getTime())
      throw failure
    }
  }

  return async (source, input, asked) => {
    const { id, label, costMicros } = source
    // A ticket was paid for when it was drawn.
    if (costMicros === 0 || asked.ticket !== undefined) return askFree(source, input, asked)
    if (!(await purse.take(id, costMicros)))
      throw new SourceError('no_credits', `The operator's budget for ${label} is used up for today`, {
        isRefusal: true,
      })
    try {
      const outcome = await askFree(source, input, asked)
      if (outcome.outcome === 'not_found') await purse.giveBack(id, costMicros)
      return outcome
    } catch (error) {
      // After a timeout nobody knows whether the vendor counts it: then it counts.
      if (!(error instanceof SourceError && error.kind === 'timeout')) await purse.giveBack(id, costMicros)
      throw error
    }
  }
}

async function within<T>(label: string, ms: number, work: () => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = sleep(ms, undefined, { signal: stop.signal, ref: false }).then(
    () => Promise.reject(new SourceError('timeout', `${label} did not answer within ${Math.round(ms)} ms`)),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([work(), late])
  } finally {
    stop.abort()
  }
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const { message } = error as Error
  if (error instanceof OutboundError && error.reason === 'timeout')
    return new SourceError('timeout', message, { cause: error })
  return new SourceError('unavailable', message, { cause: error })
}
