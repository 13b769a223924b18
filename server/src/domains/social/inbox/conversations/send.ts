import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { ReadableMedia } from '../../../../connectors/publish.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { type JobCall, RetryLater } from '../../../../queue/job.ts'
import { describeFailure } from '../../accounts/platform-errors.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { toReadableMedia } from '../../media/readable-media.ts'
import { isReady, listKnownMedia } from '../../media/ready-media.ts'
import { sendMessage } from './contract/jobs.ts'
import { failMessage, inSeconds, storeSent, toOutgoingMessage } from './outgoing.ts'
import { reconcileMessage, retryToReconcile } from './reconcile.ts'
import { type ConversationRow, findConversation } from './sql/conversations.ts'
import * as sql from './sql/messages.ts'

/** Maximum time that a message may wait for a rate-limited platform. */
const RATE_LIMITED_MS_MAX = 3_600_000

/**
 * Sends a message at most once. The intent (`intent_at`) is committed before the call. A job that finds it committed, after a
 * crash or a lost response, asks the platform about the message and does not send it again.
 */
export async function send(call: JobCall<{ message_id: string }>): Promise<void> {
  const { ctx, workspaceId, payload } = call
  const message = await sql.findMessage(ctx.db, workspaceId, payload.message_id)
  if (message?.status !== 'queued') return
  const conversation = await findConversation(ctx.db, workspaceId, message.conversation_id)
  if (!conversation) return
  if (message.intent_at) return reconcileMessage(ctx, message, conversation)
  try {
    const sent = await sendToPlatform(ctx, message, conversation)
    failpoint('message_sent')
    if (sent) await storeSent(ctx, message, sent)
  } catch (error) {
    await handleSendError(call, message, conversation, error)
  }
}

async function sendToPlatform(ctx: Context, message: sql.MessageRow, conversation: ConversationRow) {
  const { workspace_id: workspaceId, id, account_id: accountId } = message
  const target = { accountId, entityExternalId: conversation.entity_external_id }
  let hasIntent = false
  return withAccess(ctx, workspaceId, target, async (session, { messages }) => {
    const isOffered = message.template
      ? messages?.sendTemplate
      : message.media_id
        ? messages?.sendMedia
        : messages?.send
    if (!messages || !isOffered) throw new ApiError('unsupported_by_platform')
    const medium = message.media_id ? await findMedium(ctx, workspaceId, message.media_id) : undefined
    // Runs a second time after a refused token: the refused call has changed nothing.
    hasIntent ||= await sql.commitIntent(ctx.db, workspaceId, id, ctx.clock.now())
    if (!hasIntent) return undefined
    const outgoing = toOutgoingMessage(message, conversation)
    if (medium) return messages.sendMedia?.(session, { ...outgoing, medium, caption: message.body })
    if (!message.template) return messages.send(session, outgoing)
    return messages.sendTemplate?.(session, { ...outgoing, template: message.template })
  })
}

async function findMedium(ctx: Context, workspaceId: string, id: string): Promise<ReadableMedia> {
  const [asset] = await listKnownMedia(ctx.db, workspaceId, [id])
  if (!asset || !isReady(asset)) throw new ApiError('wrong_state', 'The media asset of this message no longer exists.')
  return toReadableMedia(ctx, asset)
}

async function handleSendError(
  { ctx, workspaceId, attempt }: JobCall,
  message: sql.MessageRow,
  { platform }: ConversationRow,
  error: unknown,
): Promise<void> {
  const fail = (reason: ErrorObject) => failMessage(ctx, message, reason)
  if (error instanceof ApiError) return fail({ code: error.code, message: error.message, platform })
  if (!(error instanceof PlatformError)) throw error
  const reason = describeFailure(platform, error)
  switch (error.kind) {
    case 'invalid':
    case 'auth':
      return fail(reason)
    case 'ambiguous':
      throw retryToReconcile(ctx)
    case 'rate_limited':
    case 'unavailable': {
      const isLimited = error.kind === 'rate_limited'
      const isLate = ctx.clock.now().getTime() - message.created_at.getTime() > RATE_LIMITED_MS_MAX
      if (isLimited ? isLate : attempt >= sendMessage.attempts) return fail(reason)
      // Nothing happened on the platform: the message may be sent again.
      await sql.updateMessage(ctx.db, workspaceId, message.id, { intent_at: null })
      throw isLimited ? new RetryLater(inSeconds(ctx, error.retryAfterSeconds ?? 60), error.message) : error
    }
  }
}
