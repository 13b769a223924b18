import type { Outbound } from '../kit/outbound.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { type Outcome, type Source, type SourceCall, SourceError } from './source.ts'

/** One source's part in an answer: what receipts show. */
export interface Step {
  readonly source: string
  readonly outcome: 'found' | 'not_found' | 'pending' | 'skipped' | SourceError['kind']
  readonly ms: number
  readonly cost_micros: number
}

export interface Fall<Out> {
  /** Undefined when every source that could be asked knew nothing. */
  readonly found: { readonly data: Out; readonly source: Source<never, Out> } | undefined
  readonly pending: { readonly source: string; readonly ticket: string; readonly retryAfterMs: number } | undefined
  readonly steps: readonly Step[]
  /** The last failure, when one kept a source from answering: then a miss is not certain. */
  readonly failure: SourceError | undefined
}

export interface Waterfall {
  ask<In, Out>(sources: readonly Source<In, Out>[], input: In, options: AskOptions): Promise<Fall<Out>>
}

export interface AskOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly now: Date
  /** A source that has the answer to an earlier `pending`. */
  readonly ticket?: { readonly source: string; readonly ticket: string }
}

interface Gate {
  readonly breaker: Breaker
  tokens: number
  at: number
}

/** Asks sources in their order until one answers. Rates and breakers are this process's own. */
export function createWaterfall(outbound: Outbound, now: () => number = () => performance.now()): Waterfall {
  const gates = new Map<string, Gate>()

  function gateOf(source: Source<never, never>): Gate {
    let gate = gates.get(source.id)
    if (!gate) gates.set(source.id, (gate = { breaker: createBreaker(), tokens: source.perSecond, at: now() }))
    const at = now()
    gate.tokens = Math.min(source.perSecond, gate.tokens + ((at - gate.at) / 1000) * source.perSecond)
    gate.at = at
    return gate
  }

  async function askOne<In, Out>(source: Source<In, Out>, input: In, options: AskOptions): Promise<Outcome<Out>> {
    const gate = gateOf(source as Source<never, never>)
    if (gate.breaker.isOpen(now())) throw new SourceError('unavailable', `${source.label} failed too often and rests`)
    if (gate.tokens < 1) throw new SourceError('rate_limited', `${source.label} may be asked ${source.perSecond} times a second`, { retryAfterMs: 1000 / source.perSecond })
    gate.tokens -= 1
    const call: SourceCall = {
      http: (request) => outbound.send({ deadlineMs: source.timeoutMs, ...request }),
      settings: options.settings,
      now: options.now,
      deadlineMs: source.timeoutMs,
      ...(options.ticket?.source === source.id && { ticket: options.ticket.ticket }),
    }
    try {
      const outcome = await source.ask(input, call)
      gate.breaker.succeeded()
      return outcome
    } catch (error) {
      const failure = asSourceError(error)
      // A question the vendor refuses says nothing about the vendor.
      if (failure.kind !== 'rejected') gate.breaker.failed(now())
      throw failure
    }
  }

  return {
    async ask(sources, input, options) {
      const steps: Step[] = []
      let failure: SourceError | undefined
      for (const source of sources) {
        const started = now()
        const record = (outcome: Step['outcome'], cost = 0) =>
          steps.push({ source: source.id, outcome, ms: Math.round(now() - started), cost_micros: cost })
        try {
          const answer = await askOne(source, input, options)
          record(answer.outcome, answer.outcome === 'found' ? source.costMicros : 0)
          if (answer.outcome === 'found') return { found: { data: answer.data, source: source as never }, pending: undefined, steps, failure }
          if (answer.outcome === 'pending')
            return { found: undefined, pending: { source: source.id, ticket: answer.ticket, retryAfterMs: answer.retryAfterMs }, steps, failure }
        } catch (error) {
          failure = error as SourceError
          record(failure.kind)
        }
      }
      return { found: undefined, pending: undefined, steps, failure }
    },
  }
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const { reason, message } = error as { reason?: string; message?: string }
  if (reason === 'timeout') return new SourceError('timeout', message ?? 'no answer in time', { cause: error })
  return new SourceError('unavailable', message ?? 'no answer', { cause: error })
}
