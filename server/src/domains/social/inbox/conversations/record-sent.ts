import type { SentMessage } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { renameConversation } from './rename.ts'
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
