import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { messageStatusChanged } from './contract/events.ts'
import { presentConversation, presentMessage } from './present.ts'
import { findConversation } from './sql/conversations.ts'
import { findMessage } from './sql/messages.ts'

/** Emits the current status of a message, in the transaction that changed it. */
export async function emitStatusChanged(ctx: Context, tx: Db, workspaceId: string, messageId: string): Promise<void> {
  const message = await findMessage(tx, workspaceId, messageId)
  const conversation = message && (await findConversation(tx, workspaceId, message.conversation_id))
  if (!conversation) return
  const data = { message: presentMessage(message), conversation: presentConversation(conversation, ctx.clock.now()) }
  await emit(ctx, tx, messageStatusChanged, data, { workspaceId })
}
