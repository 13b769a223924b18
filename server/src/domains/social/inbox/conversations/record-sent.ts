import type { Db } from '../../../../kit/postgres/db.ts'
import * as sql from './sql/messages.ts'

export interface SentMessage {
  readonly externalId: string
  readonly status: 'sent' | 'delivered'
  readonly at: Date
}

/** Records that the platform has our message. A copy that a poll stored is deleted, and a status that came early is applied. */
export async function recordSent(tx: Db, message: sql.MessageRow, sent: SentMessage): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, id } = message
  const { externalId, status, at } = sent
  await sql.deleteCopy(tx, message, externalId)
  await sql.updateMessage(tx, workspaceId, id, { status, external_id: externalId, error: null, occurred_at: at })
  await applyEarlyStatus(tx, workspaceId, accountId, externalId)
}

/** Applies the status of a message that was stored before the message was known. */
export async function applyEarlyStatus(
  tx: Db,
  workspaceId: string,
  accountId: string,
  externalId: string,
): Promise<void> {
  const early = await sql.deleteEarlyStatus(tx, workspaceId, accountId, externalId)
  if (early) await sql.advanceStatus(tx, workspaceId, early)
}
