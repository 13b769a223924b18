import { randomUUID } from 'node:crypto'
import type { Connector, Http, Json, Session } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { Attempt, Published } from '../../../../connectors/publish.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import { type JobCall, RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/service.ts'
import { canAsk } from '../edit.ts'
import { loseAttempts, type NewAttempt } from '../sql/attempts.ts'
import * as sql from '../sql/outcomes.ts'
import { findTarget } from '../sql/targets.ts'
import { attemptOf } from './attempt.ts'
import { together } from './batch.ts'
import {
  askSeconds,
  FAILURES_MAX,
  judge,
  outcomeUnknown,
  type TargetError,
  tooLate,
  type Verdict,
  wait,
} from './publish-outcome.ts'
import { InOtherHands, settle } from './record-outcome.ts'
import { Crowded, takePlace } from './server-slots.ts'

export type TargetCall = JobCall<{ target_id: string; turn: number }>

/** Armed for longer than this, a worker that was frozen does not send any more: somebody else may be at it. */
const SEND_WITHIN_MS = 20_000
const CROWDED_SECONDS = 5

/**
 * Publishes a target: take it, prepare as often as it takes, write the intent down, send once, settle. It may be killed
 * anywhere. Before the intent is written nothing can be on the platform, and the next worker starts over; afterwards it
 * may be, and the platform is asked before anything is sent again.
 */
export async function publishTarget(call: TargetCall): Promise<void> {
  const { ctx, workspaceId, payload, signal } = call
  const job = { targetId: payload.target_id, turn: payload.turn, claim: randomUUID() }
  const target = await take(ctx, workspaceId, job)
  if (!target) return standIn(call, job)
  await failpoint('post_taken')
  const step = new Step(ctx, target, signal)
  const verdict = tooLate(target) ?? (target.failures >= FAILURES_MAX ? wornOut() : await step.run())
  await conclude(ctx, target, verdict, step)
}

/** The workers before it died, one after another, while they prepared it. */
function wornOut(): Verdict {
  return {
    kind: 'failed',
    error: { code: 'internal', message: 'The workers that prepared this post did not survive it.' },
  }
}

const take = together(async (ctx, workspaceId, jobs: readonly sql.Job[]) => {
  const rows = await sql.takeTargets(ctx.db, workspaceId, jobs, ctx.clock.forDatabase())
  return jobs.map((job) => rows.find((row) => row.claim === job.claim))
})

const arm = together(async (ctx, workspaceId, armings: readonly sql.Arming[]) => {
  const rows = await sql.armTargets(ctx.db, workspaceId, armings, ctx.clock.forDatabase())
  return armings.map(({ target }) => rows.find((row) => row.id === target.id)?.armed_at)
})

class Step {
  readonly #ctx: Context
  readonly #target: sql.TakenRow
  readonly #signal: AbortSignal
  readonly #preparing: { id: string; at: Date; from: number }
  #sending: { id: string; at: Date; from: number } | undefined
  #armedAt: Date | undefined
  #isSent = false
  prepared: Json | undefined
  /** What it is prepared and sent as. */
  entity: string | undefined
  /** The server had no place for it, and was not asked for anything. */
  isTurnedAway = false
  #leave: (() => void) | undefined

  constructor(ctx: Context, target: sql.TakenRow, signal: AbortSignal) {
    this.#ctx = ctx
    this.#target = target
    this.#signal = signal
    this.#preparing = this.#begin()
  }

  #begin() {
    return { id: this.#ctx.ids.next('attempt'), at: this.#ctx.clock.now(), from: performance.now() }
  }

  async run(): Promise<Verdict> {
    const { workspace_id: workspaceId, account_id: accountId, entity_external_id: entity } = this.#target
    try {
      const { attempt, lack } = await attemptOf(this.#ctx, this.#target)
      if (lack) return { kind: 'failed', error: lack }
      const publish = (session: Session, connector: Connector) => this.#publish(session, connector, attempt)
      return await withAccess(this.#ctx, workspaceId, accountId, publish, entity)
    } catch (error) {
      if (error instanceof Crowded) return this.#comeAgain()
      // Without the database, or without the target, nothing can be judged: the queue calls again.
      if (error instanceof InOtherHands || (isUnavailable(error) && !(error instanceof PlatformError))) throw error
      if (!(error instanceof PlatformError || error instanceof ApiError))
        this.#ctx.log.error({ err: error, target_id: this.#target.id }, 'a post could not be published')
      return judge(this.#target, error, this.#isSent)
    } finally {
      this.#leave?.()
    }
  }

  #comeAgain(): Verdict {
    this.isTurnedAway = true
    const seconds = CROWDED_SECONDS * (1 + Math.random())
    return { kind: 'later', seconds, error: null, counts: false }
  }

  /** Called again with fresh tokens when the platform refused the old ones: a refused request has made nothing. */
  async #publish(given: Session, { publish }: Connector, attempt: Attempt): Promise<Verdict> {
    const session = { ...given, http: this.#inPlace(given.http) }
    if (!publish) throw new PlatformError('invalid', 'The platform does not take posts any more.')
    this.entity ??= session.entity.externalId
    // Switched between two calls: what was prepared, or may have been sent, is another's.
    if (this.entity !== session.entity.externalId)
      throw new PlatformError('unavailable', 'The account acts as something else than a moment ago.')
    if (!this.#armedAt) {
      const before = (this.prepared ?? this.#target.prepared ?? null) as Json
      const { prepared, retryAfterSeconds } = await publish.prepare(session, attempt, before)
      this.prepared = prepared
      await failpoint('post_prepared')
      if (retryAfterSeconds !== undefined) return wait(this.#target, retryAfterSeconds, null)
      await this.#arm(prepared, this.entity)
      await failpoint('post_armed')
    }
    const armed = { ...attempt, prepared: this.prepared ?? null, armedAt: this.#armedAt as Date }
    this.#isSent = true
    try {
      const post = await publish.mutate({ ...session, http: this.#guard(session.http) }, armed)
      await failpoint('post_sent')
      return verdictOf(post, publish.find !== undefined)
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'auth') this.#isSent = false
      if (error instanceof PlatformError && error.isStale) this.prepared = null
      throw error
    }
  }

  async #arm(prepared: Json, entity: string): Promise<void> {
    const { id, at, from } = this.#preparing
    const sending = this.#begin()
    const ms = Math.round(sending.from - from)
    this.#armedAt = await arm(this.#ctx, this.#target.workspace_id, {
      target: this.#target,
      prepared,
      entity,
      attempts: [
        { id, phase: 'prepare', outcome: 'succeeded', error: null, startedAt: at, ms },
        { id: sending.id, phase: 'publish', outcome: 'started', error: null, startedAt: sending.at, ms: null },
      ],
    })
    if (!this.#armedAt) throw new InOtherHands('The target is in other hands.')
    this.#sending = sending
  }

  /** The place is taken with the first request: only then is it known where it goes. */
  #inPlace(http: Http): Http {
    return (request) => {
      this.#leave ??= takePlace(request.url)
      return http(request)
    }
  }

  get isArmed(): boolean {
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

  /** The attempt as the log tells it: the request that makes the post, once it was to be sent. */
  told(outcome: NewAttempt['outcome'], error: Record<string, unknown> | null): NewAttempt {
    const { id, at, from } = this.#sending ?? this.#preparing
    const phase = this.#sending ? 'publish' : 'prepare'
    return { id, phase, outcome, error, startedAt: at, ms: Math.round(performance.now() - from) }
  }
}

function verdictOf(post: Published, canBeAsked: boolean): Verdict {
  return post.isProcessing && canBeAsked ? { kind: 'processing', post } : { kind: 'published', post }
}

async function conclude(ctx: Context, target: sql.TakenRow, verdict: Verdict, step: Step): Promise<void> {
  const isNoted = step.isArmed || !step.isTurnedAway
  const end = (change: sql.Change, outcome: NewAttempt['outcome'], error: TargetError | null) =>
    settle(ctx, { target, change, ...(isNoted && { attempt: step.told(outcome, error) }) })
  switch (verdict.kind) {
    case 'published':
      await end(published(verdict.post), 'succeeded', null)
      break
    case 'processing':
      await end({ ...published(verdict.post), status: 'processing', wakeSeconds: askSeconds(0) }, 'succeeded', null)
      break
    case 'failed':
      await end({ status: 'failed', error: verdict.error, wakeSeconds: null, isArmed: false }, 'failed', verdict.error)
      break
    case 'unknown':
      await end(unconfirmed(target.platform), 'unknown', verdict.error)
      break
    case 'later': {
      const { seconds, error, counts } = verdict
      const { prepared, entity } = step
      const change = {
        status: 'pending' as const,
        error,
        wakeSeconds: seconds,
        isArmed: false,
        failures: Number(counts),
        isUntried: step.isTurnedAway,
      }
      const row = await end(
        { ...change, ...(prepared !== undefined && { prepared, entity }) },
        counts ? 'failed' : 'waiting',
        error,
      )
      if (row.wake_at) throw new RetryLater(row.wake_at, error?.message ?? 'The platform asked to wait.')
    }
  }
}

export function published({ externalId, externalUrl }: Published): sql.Change {
  const external = { id: externalId, url: externalUrl }
  return { status: 'published', error: null, wakeSeconds: null, isArmed: true, external }
}

/** Where the platform can be asked it is, in a moment; elsewhere a person has to look. */
export function unconfirmed(platform: string): sql.Change {
  const isAsked = canAsk(platform)
  const wakeSeconds = isAsked ? askSeconds(0) : null
  return { status: 'unconfirmed', error: outcomeUnknown(isAsked), wakeSeconds, isArmed: true }
}

/** The job found nothing to take: it is over, it is too early, or the worker before has left an intent behind. */
async function standIn({ ctx, workspaceId, payload }: TargetCall, job: sql.Job): Promise<void> {
  const orphan = await sql.takeOrphan(ctx.db, workspaceId, job, ctx.clock.forDatabase())
  if (orphan) {
    await loseAttempts(ctx.db, workspaceId, orphan.id)
    return void (await settle(ctx, { target: orphan, change: unconfirmed(orphan.platform) }))
  }
  const target = await findTarget(ctx.db, workspaceId, payload.target_id)
  if (!target || target.turn !== payload.turn || target.wake_at === null) return
  if (target.status === 'pending') throw new RetryLater(target.wake_at)
  if (target.status === 'publishing') throw new Error('The target was taken or let go of just now.')
}
