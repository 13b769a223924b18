import type { Db } from '../../../../kit/postgres/db.ts'
import * as sql from './sql/messages.ts'

/** The platform has it, under this name: a copy that came by a poll gives way, and a status that came first is applied. */
export async function settleSent(
  tx: Db,
  message: sql.MessageRow,
  sent: { readonly externalId: string; readonly status: 'sent' | 'delivered'; readonly at: Date },
): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, id } = message
  const { externalId, status, at } = sent
  await sql.deleteCopy(tx, message, externalId)
  await sql.updateMessage(tx, workspaceId, id, { status, external_id: externalId, error: null, occurred_at: at })
  const kept = await sql.takeStatus(tx, workspaceId, accountId, externalId)
  if (kept) await sql.advanceStatus(tx, workspaceId, kept)
}
