/** The person or company that a question or a result is about, for checks against suppressions. */
export interface Subject {
  readonly email?: string | null
  readonly domain?: string | null
  readonly personId?: string | null
  /** Together with the domain it may identify a person in the directory. */
  readonly fullName?: string | null
  /** Suppression keys that were stored with an earlier result. */
  readonly keys?: readonly string[] | null
}

export type SourceFailure =
  /** The vendor rejects the question as invalid. */
  | 'rejected'
  | 'credentials'
  | 'rate_limited'
  /** The operator's account with the vendor has no credits left. */
  | 'no_credits'
  | 'timeout'
  | 'unavailable'

interface SourceErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly isAboutQuestion?: boolean
  readonly isSkipped?: boolean
  readonly isLocalLimit?: boolean
}

/** The only error of a source. A failure is never reported as not found: the source has not given a result. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly kind: SourceFailure
  readonly retryAfterMs: number | undefined
  /**
   * True if the error concerns only this question, such as a domain whose server does not respond. Other questions may succeed.
   */
  readonly isAboutQuestion: boolean
  /** True if the source was not asked: its rate limit, its circuit breaker or the operator's budget forbids it. */
  readonly isSkipped: boolean
  /** True if the source was not asked because of our own limit: its rate or the operator's budget. */
  readonly isLocalLimit: boolean
  constructor(kind: SourceFailure, message: string, options: SourceErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.isAboutQuestion = options.isAboutQuestion ?? kind === 'rejected'
    this.isLocalLimit = options.isLocalLimit ?? false
    this.isSkipped = options.isSkipped ?? this.isLocalLimit
  }
}

/** The result of one source, as shown in receipts. */
export interface SourceStep {
  readonly source: string
  readonly outcome: 'found' | 'not_found' | 'pending' | 'inconclusive' | 'stale' | SourceFailure
  readonly ms: number
  readonly cost_micros: number
}

export interface FoundAnswer<Out> {
  readonly data: Out
  readonly source: string
  /** Facts about the subject that the source knows but does not show. */
  readonly about?: Subject
}

/** A question that a source has accepted but not answered yet. */
export interface Ticket {
  readonly source: string
  readonly ticket: string
  readonly retryAfterMs: number
  /** Earliest time to ask about it, in milliseconds of the clock. */
  readonly dueAt?: number
  /** The day whose budget paid for it. */
  readonly paidOn?: string
  /** Stored with a job's tickets: the result if they lead to nothing. */
  readonly weak?: FoundAnswer<unknown>
}

/** The combined result of the sources of an action. */
export interface LookupResult<Out, Page = undefined> {
  /** Undefined when no available source has a result. */
  readonly found: FoundAnswer<Out> | undefined
  /** The page of the last source with a result, if it is a page of a list. */
  readonly page: Page | undefined
  /** The result when `pending` is not waited for. */
  readonly weak: FoundAnswer<Out> | undefined
  /** The last failure of a source: "not found" is then not certain. */
  readonly failure: SourceError | undefined
  readonly pending: readonly Ticket[]
  /** Tickets whose source could not be asked. They stay valid. */
  readonly unchecked: readonly Ticket[]
  readonly steps: readonly SourceStep[]
}

/**
 * Judgement of a result. After `stale` and `weak` the next source is asked, and a weak result is kept in case no source has a
 * better one. `withheld` ends the lookup as not found.
 */
export type Verdict = 'good' | 'weak' | 'stale' | 'withheld'

export interface AskOptions<Out> {
  readonly workspaceId: string
  /** Time limit for all sources together, including waits. */
  readonly deadlineMs: number
  readonly judge: (data: Out, about: Subject) => Verdict | Promise<Verdict>
  /** True to wait for pending results. A job does not: it asks again later, with the tickets. */
  readonly canWait: boolean
  /** Pending tickets of an earlier round: only their sources are asked. */
  readonly tickets?: readonly Ticket[]
  /**
   * Loads the tickets of earlier calls, whose sources are not asked again. Called before the first source that costs something.
   */
  readonly loadTickets?: () => Promise<readonly Ticket[]>
  /**
   * Holds the credits of the call. Awaited before the first source that costs money or time, which is not asked when this
   * throws.
   */
  readonly hold?: () => Promise<void>
  /** The id of the only source to ask. */
  readonly only?: string
  /** Asks only sources with paged results, including those that the configured order omits. */
  readonly needsPages?: boolean
}

/** Cost and budget of one source for the operator. */
export interface SourceCost {
  readonly id: string
  readonly actions: readonly string[]
  /** False when its settings are missing or the configured order omits it. */
  readonly isOn: boolean
  readonly spentTodayMicros: number
  /** Null when no action has a cost: such calls are not counted. */
  readonly callsToday: number | null
  /** Null without a budget. */
  readonly dailyBudgetMicros: number | null
}

/** The sources of this process, with their order, rate limits, circuit breakers and budgets. */
export interface Sources {
  /** Returns the cost of each source for the current UTC day. */
  listCosts(): Promise<SourceCost[]>
  /** Lists the sources of an action in the order in which they are asked. */
  list(action: string): readonly { readonly id: string; readonly lineage: string }[]
  /** Asks the sources of an action in order until one has a good result. */
  ask<Out, Page = undefined>(action: string, input: unknown, options: AskOptions<Out>): Promise<LookupResult<Out, Page>>
  /** Asks the first source of an action many questions in one call. Undefined when that source does not support it. */
  askFirst<Out>(
    action: string,
    inputs: readonly unknown[],
    workspaceId: string,
  ): Promise<readonly (Out | undefined)[] | undefined>
  close(): Promise<void>
}
