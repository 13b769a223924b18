import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { handler, type JobCall } from '../../../../queue/job.ts'
import { enqueueAll } from '../../../../queue/queue.ts'
import { timer } from '../../../../queue/timers.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { markRead, sendMessage } from './contract/jobs.ts'
import { send } from './send.ts'
import { findConversation } from './sql/conversations.ts'
import { deleteStatusesBefore, findLastInbound, listOverdueMessages } from './sql/messages.ts'

const OVERDUE_MS = 15 * 60_000
const EARLY_STATUS_MS = 7 * 86_400_000

export const conversationJobs = [handler(sendMessage, send), handler(markRead, markReadOnPlatform)]

export const conversationTimers = [
  timer({ id: 'messages.resume', everySeconds: 600, run: resumeOverdue }),
  timer({ id: 'messages.forget_statuses', everySeconds: 86_400, run: deleteOldEarlyStatuses }),
]

/**
 * Marks a conversation as read on its platform. A repeat has no effect. If the platform refuses, the conversation is still read
 * in our copy.
 */
async function markReadOnPlatform({ ctx, workspaceId, payload }: JobCall<{ conversation_id: string }>): Promise<void> {
  const conversation = await findConversation(ctx.db, workspaceId, payload.conversation_id)
  if (!conversation) return
  const lastMessageExternalId = await findLastInbound(ctx.db, workspaceId, conversation.id)
  try {
    const { account_id: accountId, entity_external_id: entityExternalId, external_id: externalId } = conversation
    await withAccess(ctx, workspaceId, { accountId, entityExternalId }, async (session, { messages }) => {
      await messages?.markRead?.(session, { externalId, lastMessageExternalId })
    })
  } catch (error) {
    const isFinal = error instanceof ApiError || (error instanceof PlatformError && error.kind === 'invalid')
    if (!isFinal) throw error
  }
}

/** Enqueues a job for messages whose job was lost. A message with a committed intent is then looked up on the platform, not sent. */
async function resumeOverdue(ctx: Context): Promise<void> {
  const overdue = await listOverdueMessages(ctx.db, new Date(ctx.clock.now().getTime() - OVERDUE_MS), 1000)
  const jobs = overdue.map(({ workspace_id, id, conversation_id }) => ({
    workspaceId: workspace_id,
    payload: { message_id: id },
    key: conversation_id,
    dedupe: id,
  }))
  await enqueueAll(ctx, ctx.db, sendMessage, jobs)
}

async function deleteOldEarlyStatuses(ctx: Context): Promise<void> {
  await deleteStatusesBefore(ctx.db, new Date(ctx.clock.now().getTime() - EARLY_STATUS_MS))
}
