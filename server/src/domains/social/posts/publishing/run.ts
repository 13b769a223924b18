import type { Context } from '../../../../kit/context.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { NewAttempt } from '../sql/attempts.ts'
import type { ClaimedTarget } from '../sql/claims.ts'

/** Progress of a run. Only `send.ts` changes it. */
type RunState =
  /** Nothing can be on the platform. */
  | { readonly name: 'preparing' }
  /** The intent is committed, and no request of this run can have created the post. */
  | { readonly name: 'committed'; readonly intentAt: Date }
  /** The request that creates the post may have been sent. */
  | { readonly name: 'sent'; readonly intentAt: Date }

/** The start of an attempt that the log shows. */
interface StartedAttempt {
  readonly id: string
  readonly phase: 'prepare' | 'publish'
  readonly startedAt: Date
  readonly startedMs: number
}

/** One run of the publish job over its claimed target. */
export interface PublishRun {
  readonly ctx: Context
  readonly target: ClaimedTarget
  /** Aborts when the job's lease is lost. */
  readonly signal: AbortSignal
  state: RunState
  /** The preparation, and from the intent on the request that creates the post. */
  attempt: StartedAttempt
  /** The result of `prepare` in this run; null when the platform no longer knows it. */
  prepared: unknown
  /** The external id of the entity as which the post is prepared and sent. */
  entity: string | undefined
  /** Releases the slot of the destination server. */
  slot: Promise<() => void> | undefined
}

export function startRun(ctx: Context, target: ClaimedTarget, signal: AbortSignal): PublishRun {
  return {
    ctx,
    target,
    signal,
    state: { name: 'preparing' },
    attempt: startAttempt(ctx, 'prepare'),
    prepared: undefined,
    entity: undefined,
    slot: undefined,
  }
}

export function startAttempt(ctx: Context, phase: StartedAttempt['phase']): StartedAttempt {
  return { id: ctx.ids.next('attempt'), phase, startedAt: ctx.clock.now(), startedMs: performance.now() }
}

/** Returns the log entry of the attempt, ended now. */
export function endAttempt(
  { id, phase, startedAt, startedMs }: StartedAttempt,
  outcome: NewAttempt['outcome'],
  error: ErrorObject | null,
): NewAttempt {
  return { id, phase, outcome, error, startedAt, ms: Math.round(performance.now() - startedMs) }
}
