import type { Outbound } from '../kit/net/outbound.ts'
import type { Subject } from './directory/suppress/subject.ts'

/** What a source said. A miss is an answer; anything that is not an answer is thrown as a `SourceError`. */
export type Outcome<Out> =
  /** `about` is what the source knows of its subject and does not show, to be held against who asked to be left out. */
  | { readonly outcome: 'found'; readonly data: Out; readonly about?: Subject }
  | { readonly outcome: 'not_found' }
  /** Accepted and not ready: ask again with `ticket` after a while. `meanwhile` is what it knows by now, for who cannot wait. */
  | {
      readonly outcome: 'pending'
      readonly ticket: string
      readonly retryAfterMs: number
      readonly meanwhile?: Out | undefined
    }

export type SourceFailure =
  /** The vendor says the question is wrong. */
  | 'rejected'
  | 'credentials'
  | 'rate_limited'
  /** Our account with the vendor is empty. */
  | 'no_credits'
  | 'timeout'
  | 'unavailable'

interface SourceErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly isOfQuestion?: boolean
  readonly isRefusal?: boolean
}

/** The only way a source fails. It never becomes a miss: what could not be asked was not answered. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly kind: SourceFailure
  readonly retryAfterMs: number | undefined
  /** About one question alone, such as a domain that gives no answer: other questions may be answered. */
  readonly isOfQuestion: boolean
  /** The source was not asked at all: its rate, its rest or the operator's budget forbids it. */
  readonly isRefusal: boolean
  constructor(kind: SourceFailure, message: string, options: SourceErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.isOfQuestion = options.isOfQuestion ?? kind === 'rejected'
    this.isRefusal = options.isRefusal ?? false
  }
}

/** What a source may use: the guarded door to the network and its own settings. No database, no environment, no clock. */
export interface SourceCall {
  readonly http: Outbound['send']
  /** The values of the variables it declares in `needs`, and of those in `takes` that are set. */
  readonly settings: Readonly<Record<string, string>>
  /** Who asks: what a workspace has suppressed is not known to it. Absent where nobody in particular asks. */
  readonly workspaceId?: string
  readonly now: Date
  readonly deadlineMs: number
  /** Set when an earlier answer was `pending`. */
  readonly ticket?: string
}

/** One place an answer can come from: facts as data, and one function. */
export interface Source<In, Out> {
  readonly id: string
  readonly label: string
  /** The action it answers. */
  readonly action: string
  /** Where its data comes from: sources of one lineage have one vote, however many they are. */
  readonly lineage: string
  /** Environment variables it needs; without them it is off. */
  readonly needs: readonly string[]
  /** Environment variables it uses when they are set, such as another address of the vendor. */
  readonly takes?: readonly string[]
  /** What one call costs the operator, in micro-dollars: shown in receipts, never charged on. */
  readonly costMicros: number
  readonly timeoutMs: number
  readonly perSecond: number
  /**
   * Works in this server and asks no vendor: how one question ends says nothing about the next, so no failure keeps it from
   * being asked.
   */
  readonly isBuiltIn?: true
  readonly ask: (input: In, call: SourceCall) => Promise<Outcome<Out>>
  /**
   * Answers many at once, in their order: for a source inside this server, before which stands no rate, rest or budget. A
   * job asks it by the hundred.
   */
  readonly askMany?: (inputs: readonly In[], call: { readonly workspaceId: string }) => Promise<Outcome<Out>[]>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of sources of every shape
export type AnySource = Source<any, any>
