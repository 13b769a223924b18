import type { Db } from '../../../../../kit/postgres/db.ts'

export async function lockConversation(db: Db, workspaceId: string, id: string) {
  const [row] = await db<{ external_id: string }[]>`
    select external_id from conversations where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function updateExternalId(db: Db, workspaceId: string, id: string, externalId: string): Promise<void> {
  await db`
    update conversations set external_id = ${externalId} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function getConversationId(
  db: Db,
  workspaceId: string,
  accountId: string,
  externalId: string,
): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    select id from conversations where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id = ${externalId} for update`
  if (!row) throw new Error('The conversation with this id is gone.')
  return row.id
}

/** Moves the messages and the aliases of a conversation to another one. */
export async function moveMessages(
  db: Db,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db`
    with moved as (
      update messages set conversation_id = ${to} where workspace_id = ${workspaceId} and conversation_id = ${from}
    ), renamed as (
      update conversation_aliases set conversation_id = ${to}
      where workspace_id = ${workspaceId} and conversation_id = ${from}
    )
    update conversations as kept set
      last_inbound_at = greatest(kept.last_inbound_at, gone.last_inbound_at),
      last_message_at = greatest(kept.last_message_at, gone.last_message_at),
      last_search = case when gone.last_message_at > kept.last_message_at then gone.last_search else kept.last_search end,
      unread_count = kept.unread_count + gone.unread_count,
      status = case when gone.status = 'open' then 'open' else kept.status end
    from conversations gone
    where kept.workspace_id = ${workspaceId} and kept.id = ${to}
    and gone.workspace_id = ${workspaceId} and gone.id = ${from}`
}

export async function deleteConversation(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from conversations where workspace_id = ${workspaceId} and id = ${id}`
}

export async function upsertAlias(
  db: Db,
  workspaceId: string,
  alias: { accountId: string; externalId: string; conversationId: string },
): Promise<void> {
  const { accountId, externalId, conversationId } = alias
  await db`
    insert into conversation_aliases (workspace_id, account_id, external_id, conversation_id)
    values (${workspaceId}, ${accountId}, ${externalId}, ${conversationId})
    on conflict on constraint conversation_aliases_pkey do update set conversation_id = excluded.conversation_id`
}

/** Finds the conversation that had this id before. */
export async function findConversationByAlias(
  db: Db,
  workspaceId: string,
  accountId: string,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await db<{ conversation_id: string }[]>`
    select conversation_id from conversation_aliases where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id = ${externalId}`
  return row?.conversation_id
}
