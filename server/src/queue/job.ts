import type { Static, TSchema } from 'typebox'
import type { Context } from '../kit/context.ts'
import { Type } from '../kit/declare/type.ts'
import type { Db } from '../kit/postgres/db.ts'

/** The payload of timers. */
export const NO_PAYLOAD = Type.Object({})

/** The contract of one kind of background work. `handler` pairs it with its code. */
export interface Job<S extends TSchema = TSchema> {
  /** `<resource>.<verb>`: the name in the table, the metric label and the name that operators pause it by. */
  readonly id: string
  readonly payload: S
  /** Number of attempts before the job is dead. */
  readonly attempts: number
  /**
   * Seconds from a failure to the next attempt: the n-th entry of a list (the last one repeats), or a function of n = 1, 2, ...
   */
  readonly retry: readonly number[] | ((attempt: number) => number)
  /** 0.1 spreads each delay evenly over ±10 %. */
  readonly jitter: number
  /** Time a worker keeps the job without a heartbeat. A live worker renews the lease, however long the work takes. */
  readonly leaseSeconds: number
  /** 0 is the most urgent, 9 the least. A due job starts before every due job that is less urgent. */
  readonly priority: number
  /**
   * Jobs that one process runs at a time for a workspace with one remote host while no other workspace waits. All workspaces
   * together get up to three times as many (`slots.ts`). Only a `key` limits across processes.
   */
  readonly concurrency: number
  /**
   * True if a job that waits for its retry delays the later jobs of its key. By default it moves behind them, to its new time,
   * so that one broken post does not stop the others of its account. A dead job never delays them.
   */
  readonly blocking: boolean
}

export type JobSpec<S extends TSchema> = { readonly id: string; readonly payload: S } & Partial<
  Omit<Job<S>, 'id' | 'payload'>
>

/** 5 s, 10 s, 20 s ... up to an hour: the default ten attempts take about 45 minutes. */
const defaultBackoff = (attempt: number) => Math.min(3600, 5 * 2 ** (attempt - 1))

export function job<S extends TSchema>(spec: JobSpec<S>): Job<S> {
  const retry = spec.retry ?? defaultBackoff
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

/** One attempt at a job. */
export interface JobCall<P = unknown> {
  readonly ctx: Context
  readonly workspaceId: string
  readonly id: number
  readonly payload: P
  /** 1 for the first. */
  readonly attempt: number
  readonly runAt: Date
  /** Aborts when another worker has the lease, or when the time to drain is over. */
  readonly signal: AbortSignal
  /**
   * Finishes the job in the handler's own transaction, as its last statement, so that effect and completion commit together.
   * Throws when another worker has the job by then, which rolls the effect back.
   */
  readonly complete: (tx: Db) => Promise<void>
}

export interface Handler {
  readonly job: Job
  // oxlint-disable-next-line typescript/no-explicit-any -- `handler` has checked the pair
  readonly run: (call: JobCall<any>) => Promise<unknown>
}

/**
 * Pairs a declared job with its code. The code runs at least once: when a worker is killed, another one runs its jobs again.
 */
export function handler<S extends TSchema>(
  declared: Job<S>,
  run: (call: JobCall<Static<S>>) => Promise<unknown>,
): Handler {
  return { job: declared, run }
}

/** Thrown by a handler that wants to run again at a time it chooses. Does not count as an attempt. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  readonly at: Date
  constructor(at: Date, reason = 'not yet') {
    super(reason)
    this.at = at
  }
}

/** Thrown when a timer has done its work: it waits for its next tick, and no attempt is counted. */
export class NextTick extends Error {
  override name = 'NextTick'
  readonly at: Date
  constructor(at: Date) {
    super('waits for its next tick')
    this.at = at
  }
}

/** Thrown by a handler when a retry would be useless. The job is dead at once. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** The lease expired and another worker has the job: this attempt's result is discarded. */
export class ClaimLost extends Error {
  override name = 'ClaimLost'
}
