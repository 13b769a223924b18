import { OutboundError } from '../../kit/net/outbound-error.ts'
import type { Action } from '../action.ts'
import { type Outcome, type Source, type SourceCall, SourceError, type SourceFailure } from '../source.ts'
import { Reply } from './vendor-reply.ts'

interface Facts {
  /** Names it in receipts and settings. */
  readonly id: string
  readonly label: string
  readonly lineage: string
  /** The variable that holds its key. */
  readonly key: string
  /** The variable that moves it elsewhere, and where it is. */
  readonly base: readonly [variable: string, url: string]
  readonly timeoutMs: number
  readonly perSecond: number
  /** What its statuses mean when they are failures. No two vendors agree; a status it does not list is `unavailable`. */
  readonly failures: Readonly<Record<number, SourceFailure>>
  /** How long to leave it alone after a throttle that names no time. */
  readonly restMs: number
  /** Reads its own way to name that time; `Retry-After` is read for everybody. */
  readonly restSaid?: (header: (name: string) => string | undefined, now: Date) => number | undefined
  readonly authorize: (key: string) => { readonly headers?: Record<string, string>; readonly query?: Query }
}

type Query = Readonly<Record<string, string | undefined>>

interface Question {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Query
  readonly body?: unknown
}

/** A vendor: its facts, how to ask it, and how to make sources of it. */
export interface Vendor extends Facts {
  ask(call: SourceCall, question: Question): Promise<Reply>
  /** Of an action, or of its name alone where something else is asked. */
  source<In, Out>(
    action: Action<In, Out> | string,
    spec: { costMicros: number; ask: (input: In, call: SourceCall) => Promise<Outcome<Out>> },
  ): Source<In, Out>
}

export const MISS = { outcome: 'not_found' } as const

export function pending(ticket: string, retryAfterMs: number): Outcome<never> {
  return { outcome: 'pending', ticket, retryAfterMs }
}

export function vendor(facts: Facts): Vendor {
  return {
    ...facts,
    async ask(call, { method = 'GET', path, query = {}, body }) {
      const { headers, query: signed } = facts.authorize(call.settings[facts.key] ?? '')
      const url = new URL((call.settings[facts.base[0]] || facts.base[1]).replace(/\/$/, '') + path)
      for (const [name, value] of Object.entries({ ...query, ...signed }))
        if (value !== undefined && value !== '') url.searchParams.append(name, value)
      const isJson = body !== undefined
      try {
        const said = await call.http({
          url: url.href,
          method,
          headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
          ...(isJson && { body: JSON.stringify(body) }),
        })
        return new Reply(facts, said, call.now)
      } catch (error) {
        throw unanswered(facts.label, error)
      }
    },
    source: (action, { costMicros, ask }) => ({
      id: facts.id,
      label: facts.label,
      action: typeof action === 'string' ? action : action.id,
      lineage: facts.lineage,
      needs: [facts.key],
      takes: [facts.base[0]],
      costMicros,
      timeoutMs: facts.timeoutMs,
      perSecond: facts.perSecond,
      ask,
    }),
  }
}

/** Says what went wrong on the way and nothing of what was sent: some vendors want their key in the address. */
function unanswered(label: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  return error.reason === 'timeout'
    ? new SourceError('timeout', `${label} did not answer in time`)
    : new SourceError('unavailable', `${label} could not be reached (${error.reason})`, {
        // It answers; what it answers to this is too long.
        isOfQuestion: error.reason === 'too_large',
      })
}
