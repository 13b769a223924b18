import type { Connector } from '../../../../connectors/connector.ts'
import type { FoundComment, OutgoingComment } from '../../../../connectors/inbox.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { transaction, violatedConstraint } from '../../../../kit/postgres/db.ts'
import { toPlatformApiError } from '../../accounts/platform-errors.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { pollFeed } from '../../feeds/poll.ts'
import { assertCapability, callPlatform } from '../platform-call.ts'
import type { Comment } from './contract.ts'
import { commentFeed, storeComment } from './feed.ts'
import { presentComment } from './present.ts'
import { getComment, getCommentRow } from './service.ts'
import * as sql from './sql.ts'

/**
 * Replies once for an Idempotency-Key. The intent is stored before the platform is called. When the call is repeated after an
 * unknown outcome, the reply is looked up first, and sent again under the same handle only when it is missing.
 */
export async function replyToComment(
  ctx: Context,
  principal: Principal,
  id: string,
  { body, idempotencyKey }: { body: string; idempotencyKey: string | null },
): Promise<Comment> {
  const { workspaceId } = principal
  const comment = await getCommentRow(ctx.db, principal, id)
  assertCapability(ctx, comment, 'comments')
  if (!comment.can_reply) throw new ApiError('wrong_state', 'The platform does not accept replies to this comment.')
  const handle =
    idempotencyKey === null ? ctx.ids.next('comment') : deriveReplyHandle([workspaceId, id, body, idempotencyKey])
  const intent = {
    workspace_id: workspaceId,
    comment_id: id,
    handle,
    body,
    intent_at: ctx.clock.now(),
    external_id: null,
  }
  const isNew = await sql.insertReply(ctx.db, intent).catch((error: unknown) => {
    throw violatedConstraint(error) === 'comment_replies_comment_fkey' ? notFound('comment') : error
  })
  const earlier = isNew ? undefined : await sql.findReply(ctx.db, workspaceId, id, handle)
  const found = earlier && (await findSentReply(ctx, comment, earlier))
  if (found) return presentComment(found)
  const sent = await sendReply(ctx, comment, { body, handle, writtenAt: (earlier ?? intent).intent_at })
  failpoint('reply_sent')
  const replyId = await storeReply(ctx, comment, handle, sent)
  return getComment(ctx.db, principal, replyId)
}

/** Derives the handle: the same call has the same handle. */
function deriveReplyHandle(call: readonly string[]): string {
  return `cmt_${sha256(JSON.stringify(call)).toString('hex').slice(0, 26)}`
}

async function sendReply(ctx: Context, comment: sql.CommentRow, reply: OutgoingComment): Promise<FoundComment> {
  const { workspace_id: workspaceId, account_id: accountId, entity_external_id: entityExternalId } = comment
  try {
    return await withAccess(ctx, workspaceId, { accountId, entityExternalId }, async (session, connector) => {
      if (!connector.comments) throw new ApiError('unsupported_by_platform')
      checkText(session, connector, reply.body)
      return connector.comments.reply(session, toCommentIds(comment), reply)
    })
  } catch (error) {
    // Only a definite refusal deletes the intent: after any other error the reply may have been sent.
    const isRefused = (error instanceof PlatformError && error.kind !== 'ambiguous') || error instanceof ApiError
    if (isRefused) await sql.deleteReply(ctx.db, workspaceId, comment.id, reply.handle)
    throw toPlatformApiError(comment.platform, error, ['body', 'body'])
  }
}

/** Applies the rules for a post's text to a reply. */
function checkText({ entity }: Session, { validate }: Connector, text: string): void {
  const problems = validate({ text, media: [], options: {} }, entity)
  const problem = problems.find(({ path }) => path[0] === 'content')
  if (!problem) return
  const { message, rule, remediation } = problem
  throw new PlatformError('invalid', message, { rule, ...(remediation !== undefined && { remediation }) })
}

/** Returns the id of the stored comment. */
function storeReply(ctx: Context, comment: sql.CommentRow, handle: string, sent: FoundComment): Promise<string> {
  const { workspace_id: workspaceId, account_id: id, entity_external_id: entityExternalId } = comment
  return transaction(ctx.db, async (tx) => {
    await sql.updateReply(tx, workspaceId, comment.id, { handle, externalId: sent.externalId })
    const stored = await storeComment(ctx, tx, { workspaceId, id, entityExternalId }, sent)
    return stored.id
  })
}

const CLOCK_SKEW_MS = 60_000

/** Finds the reply of an earlier call with the same handle, if the platform has it. */
async function findSentReply(
  ctx: Context,
  comment: sql.CommentRow,
  intent: sql.ReplyRow,
): Promise<sql.CommentRow | undefined> {
  const { workspace_id: workspaceId, id } = comment
  const { handle } = intent
  await readFromPlatform(ctx, comment, intent)
  const since = new Date(intent.intent_at.getTime() - CLOCK_SKEW_MS)
  const { body, external_id: externalId } = (await sql.findReply(ctx.db, workspaceId, id, handle)) ?? intent
  const found = await sql.findOwnReply(ctx.db, comment, { body, since, externalId })
  if (found) await sql.updateReply(ctx.db, workspaceId, id, { handle, externalId: found.external_id })
  return found
}

/** Updates our copy: by the platform's own search for a reply, or by a poll of the comments. */
async function readFromPlatform(ctx: Context, comment: sql.CommentRow, intent: sql.ReplyRow): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, platform } = comment
  if (!(await findConnector(platform))?.comments?.findReply)
    return pollFeed(ctx, workspaceId, accountId, commentFeed).catch((error: unknown) => {
      throw toPlatformApiError(platform, error)
    })
  if (intent.external_id !== null) return
  const { body, handle, intent_at: intentAt } = intent
  const otherIds = await sql.listKnownReplies(ctx.db, workspaceId, comment.id)
  const found = await callPlatform(ctx, comment, 'comments', async ({ findReply }, session) =>
    findReply?.(session, toCommentIds(comment), { body, handle, intentAt, otherIds }),
  )
  if (found) await storeReply(ctx, comment, handle, found)
}

function toCommentIds({ external_id, external_media_id }: sql.CommentRow) {
  return { externalId: external_id, mediaExternalId: external_media_id }
}
