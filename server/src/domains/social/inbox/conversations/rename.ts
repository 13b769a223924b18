import { type Db, transaction, violatedConstraint } from '../../../../kit/postgres/db.ts'
import * as sql from './sql/aliases.ts'
import type { MessageRow } from './sql/messages.ts'

/**
 * Gives a message's conversation the platform's own id. When a conversation with that id exists, the messages move there. The
 * earlier id stays an alias, so that the next message to the same number finds the conversation.
 */
export async function renameConversation(
  tx: Db,
  { workspace_id: workspaceId, account_id: accountId, conversation_id: id }: MessageRow,
  externalId: string,
): Promise<void> {
  // Waits for messages that are being added to it; later ones wait until it has moved.
  const earlier = await sql.lockConversation(tx, workspaceId, id)
  if (!earlier || earlier.external_id === externalId) return
  const isFree = await transaction(tx, (savepoint) =>
    sql.updateExternalId(savepoint, workspaceId, id, externalId),
  ).then(
    () => true,
    (error: unknown) => {
      if (violatedConstraint(error) !== 'conversations_external_key') throw error
      return false
    },
  )
  const kept = isFree ? id : await sql.getConversationId(tx, workspaceId, accountId, externalId)
  if (kept !== id) {
    await sql.moveMessages(tx, workspaceId, { from: id, to: kept })
    await sql.deleteConversation(tx, workspaceId, id)
  }
  await sql.upsertAlias(tx, workspaceId, { accountId, externalId: earlier.external_id, conversationId: kept })
}
