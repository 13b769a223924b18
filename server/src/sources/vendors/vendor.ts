import { OutboundError } from '../../kit/net/outbound-error.ts'
import { SourceError, type SourceFailure } from '../../kit/sources.ts'
import type { Action } from '../action.ts'
import type { Outcome, Source, SourceCall } from '../source.ts'
import { VendorReply } from './vendor-reply.ts'

interface VendorFacts {
  /** Its name in receipts and settings. */
  readonly id: string
  readonly label: string
  readonly lineage: string
  /** The variable with its key. */
  readonly key: string
  /** The variable that replaces its URL, and the URL. */
  readonly base: readonly [variable: string, url: string]
  readonly timeoutMs: number
  readonly perSecond: number
  /** Meaning of its failure statuses. Vendors differ; a status that is not listed is `unavailable`. */
  readonly failures: Readonly<Record<number, SourceFailure>>
  /** Pause after it throttled us without a time. */
  readonly pauseMs: number
  /** Reads that time from its own headers; `Retry-After` is read for all vendors. */
  readonly readPauseMs?: (header: (name: string) => string | undefined, now: Date) => number | undefined
  readonly authorize: (key: string) => { readonly headers?: Record<string, string>; readonly query?: Query }
}

type Query = Readonly<Record<string, string | undefined>>

interface VendorRequest {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: Query
  readonly body?: unknown
}

/** A vendor: its facts, its HTTP client, and a factory for its sources. */
export interface Vendor extends VendorFacts {
  request(call: SourceCall, request: VendorRequest): Promise<VendorReply>
  /** Creates a source for an action, or for a name where the source returns something else. */
  source<In, Out>(
    action: Action<In, Out> | string,
    spec: { costMicros: number; ask: (input: In, call: SourceCall) => Promise<Outcome<Out>> },
  ): Source<In, Out>
}

export const NOT_FOUND = { outcome: 'not_found' } as const

export function pending(ticket: string, retryAfterMs: number): Outcome<never> {
  return { outcome: 'pending', ticket, retryAfterMs }
}

export function vendor(facts: VendorFacts): Vendor {
  return {
    ...facts,
    async request(call, { method = 'GET', path, query = {}, body }) {
      const { headers, query: signed } = facts.authorize(call.settings[facts.key] ?? '')
      const url = new URL((call.settings[facts.base[0]] || facts.base[1]).replace(/\/$/, '') + path)
      for (const [name, value] of Object.entries({ ...query, ...signed }))
        if (value !== undefined && value !== '') url.searchParams.append(name, value)
      const isJson = body !== undefined
      try {
        const reply = await call.http({
          url: url.href,
          method,
          headers: { accept: 'application/json', ...(isJson && { 'content-type': 'application/json' }), ...headers },
          ...(isJson && { body: JSON.stringify(body) }),
        })
        return new VendorReply(facts, reply, call.now)
      } catch (error) {
        throw requestError(facts.label, error)
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

/** Describes the failure without the request: some vendors take their key in the URL. */
function requestError(label: string, error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  return error.reason === 'timeout'
    ? new SourceError('timeout', `${label} did not respond in time`)
    : new SourceError('unavailable', `${label} could not be reached (${error.reason})`, {
        // The vendor works; its response to this question is too long.
        isAboutQuestion: error.reason === 'too_large',
      })
}
