import type { Outbound } from '../kit/net/outbound.ts'
import type { Subject } from '../kit/sources.ts'

/** The result of a source. Not found is a result; everything else is thrown as a `SourceError`. */
export type Outcome<Out, Page = undefined> =
  /**
   * `about` contains facts about the subject that the source knows but does not show: they are checked against suppressions.
   */
  | { readonly outcome: 'found'; readonly data: Out; readonly about?: Subject; readonly page?: Page }
  | { readonly outcome: 'not_found'; readonly page?: Page }
  /** Accepted but not ready: ask again with `ticket` later. `interim` is the best result until then. */
  | {
      readonly outcome: 'pending'
      readonly ticket: string
      readonly retryAfterMs: number
      readonly interim?: Out | undefined
    }

/** The tools of a source: guarded HTTP and its own settings. No database, no environment, no clock. */
export interface SourceCall {
  readonly http: Outbound['send']
  /** The values of the variables in `needs`, and of those in `takes` that are set. */
  readonly settings: Readonly<Record<string, string>>
  /** The workspace that asks, whose suppressions apply. Absent when the server itself asks. */
  readonly workspaceId?: string
  readonly now: Date
  readonly deadlineMs: number
  /** The ticket of an earlier `pending` result. */
  readonly ticket?: string
}

/** One source of data: facts as data, and one function. */
export interface Source<In, Out, Page = undefined> {
  readonly id: string
  readonly label: string
  /** The action it serves. */
  readonly action: string
  /** The origin of its data: sources of one lineage have one vote in a consensus. */
  readonly lineage: string
  /** Environment variables it needs; without them it is off. */
  readonly needs: readonly string[]
  /** Environment variables it uses when they are set, such as another URL of the vendor. */
  readonly takes?: readonly string[]
  /** Cost of one call for the operator, in micro-dollars: shown in receipts, never charged to the workspace. */
  readonly costMicros: number
  readonly timeoutMs: number
  readonly perSecond: number
  /** Works in this server and asks no vendor: a failure concerns one question, so the circuit breaker ignores it. */
  readonly isBuiltIn?: true
  /**
   * Returns true if this server alone handles a question, at no cost and without waiting for others: no credits are held for it
   * then.
   */
  readonly isLocal?: (input: In) => boolean
  /** True if results come in pages, with cursors that the source itself wrote. */
  readonly hasPages?: true
  readonly ask: (input: In, call: SourceCall) => Promise<Outcome<Out, Page>>
  /** Asks many questions in one call, in their order: for a source without rate limit, circuit breaker and budget. */
  readonly askMany?: (inputs: readonly In[], call: { readonly workspaceId: string }) => Promise<Outcome<Out>[]>
  /** Releases the resources of the source. */
  readonly close?: () => Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of sources of every shape
export type AnySource = Source<any, any, any>
