import { randomUUID } from 'node:crypto'
import type { Connector, Http, Json, Session } from '../../connectors/connector.ts'
import { PlatformError } from '../../connectors/failure.ts'
import type { Attempt, Published } from '../../connectors/publish.ts'
import type { Context } from '../../kit/context.ts'
import { isUnavailable } from '../../kit/db.ts'
import { atFault } from '../../kit/fault.ts'
import { type JobCall, RetryLater } from '../../queue/job.ts'
import { withAccess } from '../accounts/service.ts'
import { attemptOf } from './attempt.ts'
import { canAsk } from './change.ts'
import { settle, type Told } from './settle.ts'
import { loseAttempts } from './sql/attempts.ts'
import * as sql from './sql/publishing.ts'
import { findTarget } from './sql/targets.ts'
import { askSeconds, FAILURES_MAX, judge, outcomeUnknown, type Verdict, wait } from './verdict.ts'

export type TargetCall = JobCall<{ target_id: string; turn: number }>

/** Armed for longer than this, a worker that was frozen does not send any more: somebody else may be at it. */
const SEND_WITHIN_MS = 20_000

/**
 * Publishes a target: take it, prepare as often as it takes, write the intent down, send once, settle. It may be killed
 * anywhere. Before the intent is written nothing can be on the platform, and the next worker starts over; afterwards it
 * may be, and the platform is asked before anything is sent again.
 */
export async function publishTarget(call: TargetCall): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  const job = { targetId: payload.target_id, turn: payload.turn, claim: randomUUID() }
  const target = await sql.takeTarget(ctx.db, workspaceId, job, ctx.clock.forDatabase())
  if (!target) return standIn(call, job)
  await atFault('post_taken')
  const step = new Step(ctx, target, signal)
  const verdict = target.failures >= FAILURES_MAX ? wornOut() : await step.run()
  if (verdict) await conclude(ctx, target, verdict, step)
}

/** The workers before it died, one after another, while they prepared it. */
function wornOut(): Verdict {
  return {
    kind: 'failed',
    error: { code: 'internal', message: 'The workers that prepared this post did not survive it.' },
  }
}

class Step {
  readonly #ctx: Context
  readonly #target: sql.TakenRow
  readonly #signal: AbortSignal
  readonly #preparing: { id: string; at: Date; from: number }
  #sending: { id: string; at: Date; from: number } | undefined
  #armedAt: Date | undefined
  #isSent = false
  prepared: Json | undefined

  constructor(ctx: Context, target: sql.TakenRow, signal: AbortSignal) {
    this.#ctx = ctx
    this.#target = target
    this.#signal = signal
    this.#preparing = this.#begin()
  }

  #begin() {
    return { id: this.#ctx.ids.next('attempt'), at: this.#ctx.clock.now(), from: performance.now() }
  }

  /** Undefined when the target has come into other hands. */
  async run(): Promise<Verdict | undefined> {
    const { workspace_id: workspaceId, account_id: accountId } = this.#target
    try {
      const attempt = await attemptOf(this.#ctx, this.#target)
      if (!attempt.isComplete) return { kind: 'failed', error: attempt.error }
      return await withAccess(this.#ctx, workspaceId, accountId, (session, connector) =>
        this.#publish(session, connector, attempt.value),
      )
    } catch (error) {
      // Without the database nothing can be judged: the queue calls again.
      if (isUnavailable(error) && !(error instanceof PlatformError)) throw error
      if (!(error instanceof PlatformError))
        this.#ctx.log.error({ err: error, target_id: this.#target.id }, 'a post could not be published')
      return judge(this.#target, error, this.#isSent)
    }
  }

  /** Called again with fresh tokens when the platform refused the old ones: a refused request has made nothing. */
  async #publish(session: Session, { publish }: Connector, attempt: Attempt): Promise<Verdict | undefined> {
    if (!publish) throw new PlatformError('invalid', 'The platform does not take posts any more.')
    if (!this.#armedAt) {
      const before = (this.prepared ?? this.#target.prepared ?? null) as Json
      const { prepared, retryAfterSeconds } = await publish.prepare(session, attempt, before)
      this.prepared = prepared
      await atFault('post_prepared')
      if (retryAfterSeconds !== undefined) return wait(this.#target, retryAfterSeconds, null)
      if (!(await this.#arm(prepared))) return undefined
      await atFault('post_armed')
    }
    const armed = { ...attempt, prepared: this.prepared ?? null, armedAt: this.#armedAt as Date }
    this.#isSent = true
    try {
      const post = await publish.mutate({ ...session, http: this.#guard(session.http) }, armed)
      await atFault('post_sent')
      return verdictOf(post, publish.find !== undefined)
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'auth') this.#isSent = false
      throw error
    }
  }

  async #arm(prepared: Json): Promise<boolean> {
    const { id, at, from } = this.#preparing
    const sending = this.#begin()
    const ms = Math.round(sending.from - from)
    this.#armedAt = await sql.armTarget(this.#ctx.db, this.#target, {
      prepared,
      attempts: [
        { id, phase: 'prepare', outcome: 'succeeded', error: null, startedAt: at, ms },
        { id: sending.id, phase: 'publish', outcome: 'started', error: null, startedAt: sending.at, ms: null },
      ],
      now: this.#ctx.clock.forDatabase(),
    })
    this.#sending = sending
    return this.#armedAt !== undefined
  }

  /** A process may stand still between the intent and the request for as long as it likes. */
  #guard(http: Http): Http {
    return (request) => {
      const isLate = performance.now() - (this.#sending?.from ?? 0) > SEND_WITHIN_MS
      if (this.#signal.aborted || isLate) throw new Error('This worker has held the target for too long to send it.')
      return http(request)
    }
  }

  /** What the log of attempts is told. */
  told(outcome: sql.NewAttempt['outcome'], error: Record<string, unknown> | null): Told {
    const { id, at, from } = this.#sending ?? this.#preparing
    const phase = this.#sending ? ('publish' as const) : ('prepare' as const)
    const ms = Math.round(performance.now() - from)
    return { attempt: { id, phase, outcome, error, startedAt: at, ms }, isWritten: this.#sending !== undefined }
  }
}

function verdictOf(post: Published, canBeAsked: boolean): Verdict {
  return post.isProcessing && canBeAsked ? { kind: 'processing', post } : { kind: 'published', post }
}

async function conclude(ctx: Context, target: sql.TakenRow, verdict: Verdict, step: Step): Promise<void> {
  switch (verdict.kind) {
    case 'published':
      return void (await settle(ctx, target, published(verdict.post), step.told('succeeded', null)))
    case 'processing': {
      const change = {
        ...published(verdict.post),
        status: 'processing' as const,
        wakeSeconds: askSeconds(0),
      }
      return void (await settle(ctx, target, change, step.told('succeeded', null)))
    }
    case 'failed': {
      const { error } = verdict
      const change = { status: 'failed' as const, error, wakeSeconds: null, isArmed: false }
      return void (await settle(ctx, target, change, step.told('failed', error)))
    }
    case 'unknown':
      return void (await settle(ctx, target, unconfirmed(target.platform), step.told('unknown', verdict.error)))
    case 'later': {
      const { seconds, error, counts } = verdict
      const change = {
        status: 'pending' as const,
        error,
        wakeSeconds: seconds,
        isArmed: false,
        failures: counts ? 1 : 0,
        ...(step.prepared !== undefined && { prepared: step.prepared }),
      }
      const row = await settle(ctx, target, change, step.told(counts ? 'failed' : 'waiting', error))
      if (row?.wake_at) throw new RetryLater(row.wake_at, error?.message ?? 'The platform asked to wait.')
    }
  }
}

export function published({ externalId, externalUrl }: Published): sql.Change {
  const external = { id: externalId, url: externalUrl }
  return { status: 'published', error: null, wakeSeconds: null, isArmed: true, external }
}

/** Where the platform can be asked it is, in a moment; elsewhere a person has to look. */
export function unconfirmed(platform: string): sql.Change {
  const wakeSeconds = canAsk(platform) ? askSeconds(0) : null
  return { status: 'unconfirmed', error: outcomeUnknown(), wakeSeconds, isArmed: true }
}

/** The job found nothing to take: it is over, it is too early, or the worker before has left an intent behind. */
async function standIn({ ctx, workspaceId, payload }: TargetCall, job: sql.Job): Promise<void> {
  const orphan = await sql.takeOrphan(ctx.db, workspaceId, job, ctx.clock.forDatabase())
  if (orphan) {
    await loseAttempts(ctx.db, workspaceId, orphan.id)
    return void (await settle(ctx, orphan, unconfirmed(orphan.platform)))
  }
  const target = await findTarget(ctx.db, workspaceId, payload.target_id)
  if (!target || target.turn !== payload.turn || target.wake_at === null) return
  if (target.status === 'pending') throw new RetryLater(target.wake_at)
  if (target.status === 'publishing') throw new Error('The target was taken or let go of just now.')
}
