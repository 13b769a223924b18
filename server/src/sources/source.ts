import type { Outbound } from '../kit/net/outbound.ts'
import type { Subject } from '../kit/sources.ts'

/** What a source answers. Not found is an answer; everything that is not an answer is thrown as a `SourceError`. */
export type Outcome<Out, Page = undefined> =
  /** `about` is what the source knows of the subject and does not show: it is checked against suppressions. */
  | { readonly outcome: 'found'; readonly data: Out; readonly about?: Subject; readonly page?: Page }
  | { readonly outcome: 'not_found'; readonly page?: Page }
  /** Accepted and not ready: ask again with `ticket` later. `interim` is the best answer until then. */
  | {
      readonly outcome: 'pending'
      readonly ticket: string
      readonly retryAfterMs: number
      readonly interim?: Out | undefined
    }

/** What a source can use: guarded HTTP and its own settings. No database, no environment, no clock. */
export interface SourceCall {
  readonly http: Outbound['send']
  /** The values of the variables in `needs`, and of those in `takes` that are set. */
  readonly settings: Readonly<Record<string, string>>
  /** The workspace that asks, whose suppressions apply. Absent when the server itself asks. */
  readonly workspaceId?: string
  readonly now: Date
  readonly deadlineMs: number
  /** Of an earlier answer that was `pending`. */
  readonly ticket?: string
}

/** One place that answers come from: facts as data, and one function. */
export interface Source<In, Out, Page = undefined> {
  readonly id: string
  readonly label: string
  /** The action it answers. */
  readonly action: string
  /** Where its data comes from: sources of one lineage have one vote in a consensus. */
  readonly lineage: string
  /** Environment variables it needs; without them it is off. */
  readonly needs: readonly string[]
  /** Environment variables it uses when they are set, such as another address of the vendor. */
  readonly takes?: readonly string[]
  /** What one call costs the operator, in micro-dollars: shown in receipts, never charged to the workspace. */
  readonly costMicros: number
  readonly timeoutMs: number
  readonly perSecond: number
  /** Works in this server and asks no vendor: a failure concerns one question, so the circuit breaker ignores it. */
  readonly isBuiltIn?: true
  /** Whether this server alone answers a question, at no cost and without waiting for others: then no credits are held for it. */
  readonly isLocal?: (input: In) => boolean
  /** Answers page by page, and reads the cursors that it wrote. */
  readonly hasPages?: true
  readonly ask: (input: In, call: SourceCall) => Promise<Outcome<Out, Page>>
  /** Answers many questions in one call, in their order: for a source without rate limit, circuit breaker and budget. */
  readonly askMany?: (inputs: readonly In[], call: { readonly workspaceId: string }) => Promise<Outcome<Out>[]>
  /** Releases what it opened. */
  readonly close?: () => Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of sources of every shape
export type AnySource = Source<any, any, any>
