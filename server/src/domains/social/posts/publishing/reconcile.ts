import { randomUUID } from 'node:crypto'
import type { Json } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { Finding } from '../../../../connectors/publish.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { isUnavailable } from '../../../../kit/postgres/db.ts'
import { RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/service.ts'
import type { NewAttempt } from '../sql/attempts.ts'
import * as sql from '../sql/outcomes.ts'
import { findTarget, isOfAnother } from '../sql/targets.ts'
import { attemptOf } from './attempt.ts'
import { published, type TargetCall } from './publish.ts'
import { type Answer, askSeconds, type TargetError, weigh } from './publish-outcome.ts'
import { settle } from './record-outcome.ts'

/** Asks the platform what became of a target, until it says so, an hour has passed, or a person has decided. */
export async function reconcileTarget({ ctx, workspaceId, payload }: TargetCall): Promise<void> {
  const job = { targetId: payload.target_id, turn: payload.turn, claim: randomUUID() }
  const target = await sql.takeUnsettled(ctx.db, workspaceId, job, ctx.clock.forDatabase())
  if (!target) return standIn(ctx, workspaceId, payload)
  const begun = { id: ctx.ids.next('attempt'), at: ctx.clock.now(), from: performance.now() }
  const { finding, error } = await find(ctx, target)
  await failpoint('post_asked')
  const answer = weigh(target, finding, findConnector(target.platform)?.publish?.handleSeconds ?? 0)
  const ms = Math.round(performance.now() - begun.from)
  const outcome = OUTCOMES[finding.state]
  const attempt = { id: begun.id, phase: 'reconcile' as const, outcome, error, startedAt: begun.at, ms }
  const row = await settle(ctx, { target, change: changeOf(target, answer), attempt })
  if (row.wake_at && (row.status === 'unconfirmed' || row.status === 'processing')) throw new RetryLater(row.wake_at)
}

const OUTCOMES = {
  published: 'succeeded',
  processing: 'waiting',
  failed: 'failed',
  absent: 'absent',
  unknown: 'unknown',
} as const satisfies Record<Finding['state'], NewAttempt['outcome']>

/** A platform that cannot answer now has not said anything about the post. */
async function find(ctx: Context, target: sql.TakenRow): Promise<{ finding: Finding; error: TargetError | null }> {
  try {
    const { attempt } = await attemptOf(ctx, target)
    const { prepared, armed_at: armedAt } = target
    if (!armedAt) return { finding: { state: 'unknown' }, error: null }
    const armed = {
      ...attempt,
      prepared: prepared as Json,
      armedAt,
      isOfAnother: (externalId: string) => isOfAnother(ctx.db, target, externalId),
    }
    const finding = await withAccess(
      ctx,
      target.workspace_id,
      target.account_id,
      async (session, { publish }): Promise<Finding> => (await publish?.find?.(session, armed)) ?? { state: 'unknown' },
      target.entity_external_id,
    )
    return { finding, error: null }
  } catch (error) {
    if (isUnavailable(error) && !(error instanceof PlatformError)) throw error
    const isExpected = error instanceof PlatformError || error instanceof ApiError
    if (!isExpected) ctx.log.error({ err: error, target_id: target.id }, 'a platform could not be asked about a post')
    const code = error instanceof PlatformError ? error.kind : 'internal'
    const message = isExpected ? error.message : 'Something broke on our side.'
    return { finding: { state: 'unknown' }, error: { code, message } }
  }
}

function changeOf(target: sql.TakenRow, answer: Answer): sql.Change {
  switch (answer.kind) {
    case 'published':
      return published(answer.post)
    case 'processing':
      return { status: 'processing', error: null, wakeSeconds: askSeconds(target.asks), isArmed: true }
    case 'failed':
      return { status: 'failed', error: answer.error, wakeSeconds: null, isArmed: false }
    case 'absent':
      return { status: 'pending', error: answer.error, wakeSeconds: 0, isArmed: false, failures: 1, isNewTurn: true }
    case 'ask':
      return { status: stay(target), error: answer.error, wakeSeconds: answer.seconds, isArmed: true }
    case 'stuck':
      return { status: 'unconfirmed', error: answer.error, wakeSeconds: null, isArmed: true }
  }
}

function stay({ status }: sql.TakenRow): 'processing' | 'unconfirmed' {
  return status === 'processing' ? 'processing' : 'unconfirmed'
}

/** Nothing to take: it is settled, or somebody has decided otherwise, or it is too early. */
async function standIn(ctx: Context, workspaceId: string, payload: { target_id: string; turn: number }): Promise<void> {
  const target = await findTarget(ctx.db, workspaceId, payload.target_id)
  if (!target || target.turn !== payload.turn || target.wake_at === null) return
  if (target.status === 'unconfirmed' || target.status === 'processing') throw new RetryLater(target.wake_at)
}
