import type { Static, TSchema } from 'typebox'
import type { Context } from '../kit/context.ts'
import type { Db } from '../kit/postgres/db.ts'

/** The contract of one kind of background work; the code that does it is paired with it by `handler`. */
export interface Job<S extends TSchema = TSchema> {
  /** `<resource>.<verb>`: the name in the table, the metric label and what an operator pauses. */
  readonly id: string
  readonly payload: S
  /** How often it is tried in all before it is set aside as dead. */
  readonly attempts: number
  /** Seconds from a failure to the next attempt: the n-th of a list (the last repeats), or a function of n = 1, 2, ... */
  readonly retry: readonly number[] | ((attempt: number) => number)
  /** 0.1 spreads every delay evenly over +-10 %. */
  readonly jitter: number
  /** How long a silent worker keeps the job; a living one renews it, however long the work takes. */
  readonly leaseSeconds: number
  /** 0 is the most urgent, 9 the least: strictly before anything less urgent that is due. */
  readonly priority: number
  /** How many one process runs at a time. Across processes only a `key` limits. */
  readonly concurrency: number
  /**
   * Whether a job that waits for its retry holds up the later jobs of its key. By default it does not: it goes to the
   * back of its key at its new time, so that one account's broken post does not stop the others. A dead one never does.
   */
  readonly blocking: boolean
}

export type JobSpec<S extends TSchema> = { readonly id: string; readonly payload: S } & Partial<
  Omit<Job<S>, 'id' | 'payload'>
>

/** 5 s, 10 s, 20 s ... up to an hour: about 45 minutes of patience with the default ten attempts. */
const patience = (attempt: number) => Math.min(3600, 5 * 2 ** (attempt - 1))

export function job<S extends TSchema>(spec: JobSpec<S>): Job<S> {
  const retry = spec.retry ?? patience
  return {
    attempts: typeof retry === 'function' ? 10 : retry.length + 1,
    jitter: 0.1,
    leaseSeconds: 30,
    priority: 5,
    concurrency: 10,
    blocking: false,
    ...spec,
    retry,
  }
}

/** One attempt at one job. */
export interface JobCall<P = unknown> {
  readonly ctx: Context
  readonly workspaceId: string
  readonly id: number
  readonly payload: P
  /** 1 for the first. */
  readonly attempt: number
  readonly runAt: Date
  /** Aborts when the lease is lost to another worker, or the process has no more time to drain. */
  readonly signal: AbortSignal
  /**
   * Finishes the job in the handler's own transaction, as the last thing it does, so that its effect and its completion
   * commit together. Throws, and so rolls the effect back, when the job has been given to another worker meanwhile.
   */
  readonly complete: (tx: Db) => Promise<void>
}

export interface Handler {
  readonly job: Job
  // oxlint-disable-next-line typescript/no-explicit-any -- `handler` has checked the pair
  readonly run: (call: JobCall<any>) => Promise<unknown>
}

/** Pairs a declared job with the code that does it. At least once: a killed worker's job is done again by another. */
export function handler<S extends TSchema>(
  declared: Job<S>,
  run: (call: JobCall<Static<S>>) => Promise<unknown>,
): Handler {
  return { job: declared, run }
}

/** Thrown by a handler to be called again at a time of its choosing; not counted as an attempt. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly at: Date
  constructor(at: Date, reason = 'not yet') {
    super(reason)
    this.at = at
  }
}

/** Thrown when a timer has done its work: it waits for its next tick with a clean slate. */
export class NextTick extends Error {
  override name = 'NextTick'
  readonly at: Date
  constructor(at: Date) {
    super('waits for its next tick')
    this.at = at
  }
}

/** Thrown by a handler that knows that trying again is useless: the job is dead at once. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** The job was given to another worker while this one held it: its result must not count. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}
