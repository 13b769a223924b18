import type { SentMessage } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import { type Db, transaction, violatedConstraint } from '../../../../kit/postgres/db.ts'
import {
  deleteConversation,
  getConversationId,
  lockConversation,
  moveMessages,
  updateExternalId,
  upsertAlias,
} from './sql/aliases.ts'
import * as sql from './sql/messages.ts'
import { emitStatusChanged } from './status-event.ts'

/**
 * Records that the platform has our message. A copy that a poll stored is deleted, and a status that arrived early is applied;
 * the event has the status after that.
 */
export async function recordSent(
  ctx: Context,
  tx: Db,
  message: sql.MessageRow,
  sent: SentMessage & { readonly at: Date },
): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, id } = message
  const { externalId, status, at, conversationExternalId } = sent
  await sql.deleteCopy(tx, message, externalId)
  await sql.updateMessage(tx, workspaceId, id, { status, external_id: externalId, error: null, occurred_at: at })
  await applyEarlyStatus(tx, workspaceId, accountId, externalId)
  if (conversationExternalId !== undefined) await renameConversation(tx, message, conversationExternalId)
  await emitStatusChanged(ctx, tx, workspaceId, id)
}

/** Applies a message status that was stored before the message was known. */
export async function applyEarlyStatus(
  tx: Db,
  workspaceId: string,
  accountId: string,
  externalId: string,
): Promise<void> {
  const early = await sql.deleteEarlyStatus(tx, workspaceId, accountId, externalId)
  if (early) await sql.advanceStatus(tx, workspaceId, early)
}

/**
 * Gives a message's conversation the platform's own id. When a conversation with that id exists, the messages move there. The
 * earlier id stays an alias, so that the next message to the same number finds the conversation.
 */
async function renameConversation(
  tx: Db,
  { workspace_id: workspaceId, account_id: accountId, conversation_id: id }: sql.MessageRow,
  externalId: string,
): Promise<void> {
  // Waits for messages that are being added to it; later ones wait until it has moved.
  const earlier = await lockConversation(tx, workspaceId, id)
  if (!earlier || earlier.external_id === externalId) return
  const isFree = await transaction(tx, (savepoint) => updateExternalId(savepoint, workspaceId, id, externalId)).then(
    () => true,
    (error: unknown) => {
      if (violatedConstraint(error) !== 'conversations_external_key') throw error
      return false
    },
  )
  const kept = isFree ? id : await getConversationId(tx, workspaceId, accountId, externalId)
  if (kept !== id) {
    await moveMessages(tx, workspaceId, { from: id, to: kept })
    await deleteConversation(tx, workspaceId, id)
  }
  await upsertAlias(tx, workspaceId, { accountId, externalId: earlier.external_id, conversationId: kept })
}
