import { PlatformError } from '../../../../connectors/platform-error.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { RetryLater } from '../../../../queue/job.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { pollFeed } from '../../feeds/poll.ts'
import { messageFeed } from './feed.ts'
import { failMessage, inSeconds, storeSent, toOutgoingMessage } from './outgoing.ts'
import type { ConversationRow } from './sql/conversations.ts'
import * as sql from './sql/messages.ts'

/** Delays of the lookups of a message without a response. After the last one its outcome stays unknown. */
const LOOKUP_SECONDS = [2, 10, 30, 60]
const OTHER_IDS_MAX = 200

/** Returns the error that the sending job throws when the platform did not respond: the job comes back to `reconcileMessage`. */
export function retryToReconcile(ctx: Context): RetryLater {
  return new RetryLater(inSeconds(ctx, LOOKUP_SECONDS[0] ?? 0), 'the platform did not confirm the message')
}

/**
 * Asks the platform about a message that may have been sent. It is recorded only when the platform shows it; a failed one that
 * shows up later is still recorded, by the feed.
 */
export async function reconcileMessage(
  ctx: Context,
  message: sql.MessageRow,
  conversation: ConversationRow,
): Promise<void> {
  const { workspace_id: workspaceId, id, asks } = message
  await lookUp(ctx, message, conversation).catch((error: unknown) => {
    if (!(error instanceof PlatformError || error instanceof ApiError)) throw error
  })
  const current = await sql.findMessage(ctx.db, workspaceId, id)
  if (current?.status !== 'queued') return
  const seconds = LOOKUP_SECONDS[asks + 1]
  if (seconds === undefined)
    return failMessage(ctx, message, {
      code: 'ambiguous',
      outcome: 'unknown',
      message: 'The platform did not confirm the message, and does not show it.',
      remediation: 'Check the conversation on the platform before you send the message again.',
      platform: conversation.platform,
    })
  await sql.updateMessage(ctx.db, workspaceId, id, { asks: asks + 1 })
  throw new RetryLater(inSeconds(ctx, seconds), 'the platform does not show the message yet')
}

/**
 * Looks up a message by the platform's own search; where the platform returns our handles, and for templates, by a poll of the
 * messages.
 */
async function lookUp(ctx: Context, message: sql.MessageRow, conversation: ConversationRow): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, intent_at: intentAt } = message
  const connector = await findConnector(conversation.platform)
  if (!connector?.messages?.find || message.template || message.media_id || !intentAt)
    return pollFeed(ctx, workspaceId, accountId, messageFeed)
  const otherIds = await sql.listKnownMessages(ctx.db, workspaceId, conversation.id, OTHER_IDS_MAX)
  const target = { accountId, entityExternalId: conversation.entity_external_id }
  const sent = await withAccess(ctx, workspaceId, target, async (session, { messages }) =>
    messages?.find?.(session, toOutgoingMessage(message, conversation), { intentAt, otherIds }),
  )
  if (sent) await storeSent(ctx, message, sent)
}
