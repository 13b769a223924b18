import type { Connector } from '../../../../connectors/connector.ts'
import type { FoundComment } from '../../../../connectors/inbox.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { isUnavailable, transaction } from '../../../../kit/postgres/db.ts'
import { RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { type NewAttempt, upsertAttempts } from '../sql/attempts.ts'
import {
  type ClaimedComment,
  type CommentChange,
  claimFirstComment,
  findFirstComment,
  updateFirstComment,
} from '../sql/first-comments.ts'
import type { TargetCall } from './claim.ts'
import { toErrorOutcome } from './publish-outcome.ts'

/**
 * Sends the first comment of a published target. The intent is committed before anything is sent. A worker that finds the intent
 * of an earlier attempt looks for the comment first, or repeats it under the same handle where the platform supports handles: so
 * it appears once, and the post is not changed.
 */
export async function sendFirstComment(call: TargetCall): Promise<void> {
  const { ctx, workspaceId, payload } = call
  const due = { targetId: payload.target_id, generation: payload.generation }
  const comment = await claimFirstComment(ctx.db, workspaceId, due, ctx.clock.forDatabase())
  if (!comment) return handleUnclaimed(call)
  failpoint('comment_intent_committed')
  const started = { startedAt: ctx.clock.now(), startedMs: performance.now() }
  const { change, outcome } = await tryToSend(ctx, comment)
  failpoint('comment_sent')
  const row = await transaction(ctx.db, async (tx) => {
    const updated = await updateFirstComment(tx, comment, change, ctx.clock.forDatabase())
    if (updated)
      await upsertAttempts(tx, workspaceId, [buildCommentAttempt(ctx, comment, { outcome, change, ...started })])
    return updated
  })
  if (row?.wake_at) throw new RetryLater(row.wake_at, change.error?.message ?? 'The platform asked us to wait.')
}

interface CommentOutcome {
  readonly change: CommentChange
  readonly outcome: NewAttempt['outcome']
}

async function tryToSend(ctx: Context, comment: ClaimedComment): Promise<CommentOutcome> {
  const { workspace_id: workspaceId, account_id: accountId, entity_external_id: entityExternalId } = comment
  let isSent = comment.had_intent
  try {
    const { externalId } = await withAccess(
      ctx,
      workspaceId,
      { accountId, entityExternalId },
      async (session, connector) => {
        const found = comment.had_intent ? await findSent(comment, session, connector) : undefined
        if (found) return found
        isSent = true
        return create(comment, session, connector)
      },
    )
    const change = { status: 'published', error: null, externalId, delaySeconds: null, hasIntent: true, failures: 0 }
    return { change: change as CommentChange, outcome: 'succeeded' }
  } catch (error) {
    // Without the database no outcome can be recorded: the queue runs the job again.
    if (isUnavailable(error) && !(error instanceof PlatformError)) throw error
    if (!(error instanceof PlatformError || error instanceof ApiError))
      ctx.log.error({ err: error, target_id: comment.target_id }, 'could not send a first comment')
    return toCommentFailure(comment, error, isSent)
  }
}

async function findSent(
  { post_external_id: postId, body, handle, intent_at: intentAt }: ClaimedComment,
  session: Session,
  { comments }: Connector,
): Promise<FoundComment | undefined> {
  const to = { externalId: postId, mediaExternalId: postId }
  return comments?.findReply?.(session, to, { body, handle, intentAt, otherIds: [] })
}

function create(
  { post_external_id: postId, body, handle, intent_at: writtenAt }: ClaimedComment,
  session: Session,
  { comments }: Connector,
): Promise<FoundComment> {
  if (!comments?.onPost)
    throw new PlatformError('invalid', 'Comments on posts of this platform are no longer supported.')
  return comments.onPost(session, postId, { body, handle, writtenAt })
}

/** Retries like a post, except that an unknown outcome needs no person: a repeat creates no second comment. */
function toCommentFailure(comment: ClaimedComment, error: unknown, isSent: boolean): CommentOutcome {
  const progress = { platform: comment.platform, failures: comment.failures, due_seconds: 0 }
  const isUnknown = isSent && !(error instanceof PlatformError && error.kind !== 'ambiguous')
  const outcome = toErrorOutcome(progress, error, false)
  if (outcome.kind !== 'failed' && outcome.kind !== 'retry') throw new Error('The outcome of a comment is never open.')
  const hasIntent = isUnknown || comment.had_intent
  const isOver = outcome.kind === 'failed'
  return {
    outcome: isUnknown ? 'unknown' : isOver || outcome.isFailure ? 'failed' : 'waiting',
    change: {
      status: isOver ? 'failed' : 'pending',
      error: outcome.error,
      externalId: null,
      delaySeconds: isOver ? null : outcome.seconds,
      hasIntent,
      failures: isOver || outcome.isFailure ? 1 : 0,
    },
  }
}

function buildCommentAttempt(
  ctx: Context,
  { post_id: postId, target_id: targetId }: ClaimedComment,
  { outcome, change, startedAt, startedMs }: CommentOutcome & { startedAt: Date; startedMs: number },
) {
  const ms = Math.round(performance.now() - startedMs)
  return {
    id: ctx.ids.next('attempt'),
    phase: 'first_comment' as const,
    postId,
    targetId,
    outcome,
    startedAt,
    ms,
    error: change.error,
  }
}

/** Handles a failed claim: the comment has ended, or it is too early. */
async function handleUnclaimed({ ctx, workspaceId, payload }: TargetCall): Promise<void> {
  const comment = await findFirstComment(ctx.db, workspaceId, payload.target_id)
  if (comment?.generation === payload.generation && comment.wake_at) throw new RetryLater(comment.wake_at)
}
