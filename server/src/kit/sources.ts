/** Whom a question or an answer is about: checked against suppressions. */
export interface Subject {
  readonly email?: string | null
  readonly domain?: string | null
  readonly personId?: string | null
  /** With the domain it may name a person in the directory. */
  readonly fullName?: string | null
  /** Suppression keys that were stored with an earlier answer. */
  readonly keys?: readonly string[] | null
}

export type SourceFailure =
  /** The vendor says that the question is wrong. */
  | 'rejected'
  | 'credentials'
  | 'rate_limited'
  /** The operator's account with the vendor is empty. */
  | 'no_credits'
  | 'timeout'
  | 'unavailable'

interface SourceErrorOptions extends ErrorOptions {
  readonly retryAfterMs?: number | undefined
  readonly isAboutQuestion?: boolean
  readonly isSkipped?: boolean
  readonly isLocalLimit?: boolean
}

/** The only way a source fails. A failure is never reported as not found: the source has not answered. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly kind: SourceFailure
  readonly retryAfterMs: number | undefined
  /** Concerns this question alone, such as a domain whose server does not answer: other questions may be answered. */
  readonly isAboutQuestion: boolean
  /** The source was not asked at all: its rate limit, its circuit breaker or the operator's budget forbids it. */
  readonly isSkipped: boolean
  /** It was not asked because of a limit of our own: its rate or the operator's budget. */
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

/** What came of one source: receipts show it. */
export interface SourceStep {
  readonly source: string
  readonly outcome: 'found' | 'not_found' | 'pending' | 'inconclusive' | 'stale' | SourceFailure
  readonly ms: number
  readonly cost_micros: number
}

export interface FoundAnswer<Out> {
  readonly data: Out
  readonly source: string
  /** What the source knows of the subject and does not show. */
  readonly about?: Subject
}

/** A question that a source has accepted and not answered yet. */
export interface Ticket {
  readonly source: string
  readonly ticket: string
  readonly retryAfterMs: number
  /** Not to be asked about before, in milliseconds of the clock. */
  readonly dueAt?: number
  /** The day whose budget paid for it. */
  readonly paidOn?: string
  /** Stored with a job's tickets: the answer when they come to nothing. */
  readonly weak?: FoundAnswer<unknown>
}

/** What the sources of an action answered together. */
export interface LookupResult<Out, Page = undefined> {
  /** Undefined when no source that could be asked knows it. */
  readonly found: FoundAnswer<Out> | undefined
  /** Of the last source that answered, when its answer is a page of a list. */
  readonly page: Page | undefined
  /** The answer when `pending` is not waited for. */
  readonly weak: FoundAnswer<Out> | undefined
  /** The last failure that kept a source from answering: then "not found" is not certain. */
  readonly failure: SourceError | undefined
  readonly pending: readonly Ticket[]
  /** Tickets whose source could not be asked; they stay valid. */
  readonly unchecked: readonly Ticket[]
  readonly steps: readonly SourceStep[]
}

/**
 * Whether an answer counts. After `stale` and `weak` the next source is asked, and a weak answer is kept in case no source
 * has a better one. `withheld` ends the lookup as not found.
 */
export type Verdict = 'good' | 'weak' | 'stale' | 'withheld'

export interface AskOptions<Out> {
  readonly workspaceId: string
  /** For all sources together, waiting included. */
  readonly deadlineMs: number
  readonly judge: (data: Out, about: Subject) => Verdict | Promise<Verdict>
  /** Whether to wait for pending answers. A job does not: it asks again later, with the tickets. */
  readonly canWait: boolean
  /** Pending from an earlier round: only their sources are asked. */
  readonly tickets?: readonly Ticket[]
  /** Loads the tickets of earlier calls, whose sources are not asked anew. Called before the first source that costs something. */
  readonly loadTickets?: () => Promise<readonly Ticket[]>
  /** Holds the credits of the call: awaited before the first source that costs money or time, which is not asked when it throws. */
  readonly hold?: () => Promise<void>
  /** The id of the only source to ask. */
  readonly only?: string
  /** Asks only sources that answer page by page, also those that the configured order leaves out. */
  readonly needsPages?: boolean
}

/** What the operator pays and allows for one source. */
export interface SourceCost {
  readonly id: string
  readonly actions: readonly string[]
  /** False when its settings are missing, or the configured order leaves it out. */
  readonly isOn: boolean
  readonly spentTodayMicros: number
  readonly callsToday: number
  /** Null without a budget. */
  readonly dailyBudgetMicros: number | null
}

/** The sources of this process, with their order, rate limits, circuit breakers and budgets. */
export interface Sources {
  /** What each source cost today, by the UTC day. */
  listCosts(): Promise<SourceCost[]>
  /** The sources of an action, in the order they are asked. */
  list(action: string): readonly { readonly id: string; readonly lineage: string }[]
  /** Asks the sources of an action in their order until one has a good answer. */
  ask<Out, Page = undefined>(action: string, input: unknown, options: AskOptions<Out>): Promise<LookupResult<Out, Page>>
  /** Asks the first source of an action many questions in one call; undefined when that source cannot. */
  askFirst<Out>(
    action: string,
    inputs: readonly unknown[],
    workspaceId: string,
  ): Promise<readonly (Out | undefined)[] | undefined>
  close(): Promise<void>
}
