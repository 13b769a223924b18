import { type PageRows, readPage } from '../../../../../kit/declare/page.ts'
import type { ErrorObject } from '../../../../../kit/declare/schema.ts'
import type { Db } from '../../../../../kit/postgres/db.ts'
import type { Message, MessageStatus } from '../contract/resources.ts'
import type { MessageTemplate } from '../contract/template.ts'

export interface MessageRow {
  workspace_id: string
  id: string
  conversation_id: string
  account_id: string
  direction: Message['direction']
  external_id: string | null
  status: MessageStatus
  body: string | null
  attachments: Record<string, unknown>[]
  sent_via: string | null
  template: Required<MessageTemplate> | null
  media_id: string | null
  error: ErrorObject | null
  /** Time at which the intent to send was committed: from then on the platform may have the message. */
  intent_at: Date | null
  /** Number of times that the platform was asked about the message. */
  asks: number
  occurred_at: Date | null
  created_at: Date
}

/** Returns undefined when a message with this external id is known. */
export async function insertMessage(db: Db, row: MessageRow): Promise<MessageRow | undefined> {
  const [stored] = await db<MessageRow[]>`
    insert into messages ${db({
      ...row,
      attachments: db.json(row.attachments),
      error: row.error && db.json(row.error),
      // As text: the column keeps the order in which the caller wrote it.
      template: row.template && JSON.stringify(row.template),
    })}
    on conflict on constraint messages_external_key do nothing returning *`
  return stored
}

export async function findMessage(db: Db, workspaceId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await db<MessageRow[]>`select * from messages where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function lockMessage(db: Db, workspaceId: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await db<MessageRow[]>`
    select * from messages where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function listMessages(
  db: Db,
  workspaceId: string,
  conversationId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<MessageRow>> {
  return readPage(
    db,
    limit,
    db<MessageRow[]>`
    select * from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
    ${after ? db`and id < ${after}` : db``} order by id desc`,
  )
}

/** Lists the known external ids of messages that we sent, newest first. */
export async function listKnownMessages(db: Db, workspaceId: string, conversationId: string, limit: number) {
  const rows = await db<{ external_id: string }[]>`
    select external_id from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
    and sent_via = 'api' and external_id is not null order by id desc limit ${limit}`
  return rows.map((row) => row.external_id)
}

/** Finds the external id of the other person's last message. */
export async function findLastInbound(db: Db, workspaceId: string, conversationId: string): Promise<string | null> {
  const [row] = await db<{ external_id: string }[]>`
    select external_id from messages where workspace_id = ${workspaceId} and conversation_id = ${conversationId}
    and direction = 'inbound' order by id desc limit 1`
  return row?.external_id ?? null
}

export async function updateMessage(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<Pick<MessageRow, 'status' | 'external_id' | 'error' | 'intent_at' | 'asks' | 'occurred_at'>>,
): Promise<void> {
  const { error, ...rest } = change
  const shown = error === undefined ? {} : { error: error && db.json(error) }
  await db`
    update messages set ${db({ ...rest, ...shown } as Record<string, string>)}
    where workspace_id = ${workspaceId} and id = ${id}`
}

/** Stores the other person's edit of a known message. */
export async function updateContent(
  db: Db,
  workspaceId: string,
  { account_id, external_id, body, attachments }: MessageRow,
): Promise<void> {
  await db`
    update messages set body = ${body}, attachments = ${db.json(attachments)}
    where workspace_id = ${workspaceId} and account_id = ${account_id} and external_id = ${external_id}
    and direction = 'inbound'`
}

/** Commits the intent to send a queued message; returns false when another call has. Only the caller that gets true sends. */
export async function commitIntent(db: Db, workspaceId: string, id: string, now: Date): Promise<boolean> {
  const { count } = await db`
    update messages set intent_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and status = 'queued' and intent_at is null`
  return count > 0
}

/** Deletes the copy that a poll stored before the external id of ours was known. */
export async function deleteCopy(db: Db, { workspace_id, account_id, id }: MessageRow, externalId: string) {
  await db`
    delete from messages where workspace_id = ${workspace_id} and account_id = ${account_id}
    and external_id = ${externalId} and id <> ${id} and direction = 'outbound'`
}

export interface StatusChange {
  readonly accountId: string
  readonly externalId: string
  readonly status: Exclude<MessageStatus, 'queued' | 'received'>
  readonly error: ErrorObject | null
}

/**
 * Moves a status forward only, because statuses arrive late and out of order. Returns the message, or undefined when it is
 * unknown or already further.
 */
export async function advanceStatus(
  db: Db,
  workspaceId: string,
  change: StatusChange,
): Promise<MessageRow | undefined> {
  const { accountId, externalId, status, error } = change
  const [row] = await db<MessageRow[]>`
    update messages set status = ${status}, error = ${error && db.json(error)}::jsonb
    where workspace_id = ${workspaceId} and account_id = ${accountId} and external_id = ${externalId}
    and direction = 'outbound' and case
      when ${status} = 'failed' then status in ('queued', 'sent')
      else array_position(${ORDER}::text[], ${status}) > array_position(${ORDER}::text[], status) end
    returning *`
  return row
}

interface ConversationStatusChange {
  readonly accountId: string
  readonly conversationExternalId: string
  readonly status: 'delivered' | 'read'
  readonly until: Date
}

/**
 * Moves the statuses of the account's messages in a conversation forward, up to a time of the platform's clock. The time of our
 * intent counts, because the platform's time of a message is after it.
 */
export async function advanceConversation(
  db: Db,
  workspaceId: string,
  { accountId, conversationExternalId, status, until }: ConversationStatusChange,
): Promise<Pick<MessageRow, 'id'>[]> {
  return db<Pick<MessageRow, 'id'>[]>`
    update messages m set status = ${status} from conversations c
    where c.workspace_id = ${workspaceId} and c.account_id = ${accountId} and c.external_id = ${conversationExternalId}
    and m.workspace_id = c.workspace_id and m.conversation_id = c.id and m.direction = 'outbound'
    and m.external_id is not null and coalesce(m.intent_at, m.occurred_at, m.created_at) <= ${until}
    and m.status in ('sent', 'delivered') and m.status <> ${status}
    returning m.id`
}

export async function isKnownMessage(db: Db, workspaceId: string, accountId: string, externalId: string) {
  const [row] = await db`
    select from messages where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id = ${externalId}`
  return row !== undefined
}

const ORDER = ['queued', 'sent', 'delivered', 'read']

/** Stores the furthest status of a message that is not known yet. */
export async function upsertEarlyStatus(db: Db, workspaceId: string, change: StatusChange, now: Date): Promise<void> {
  const { accountId, externalId, status, error } = change
  await db`
    insert into message_statuses as early (workspace_id, account_id, message_external_id, status, error, received_at)
    values (${workspaceId}, ${accountId}, ${externalId}, ${status}, ${error && db.json(error)}, ${now})
    on conflict on constraint message_statuses_pkey do update set status = excluded.status, error = excluded.error
    where coalesce(array_position(${ORDER}::text[], excluded.status), 2)
      > coalesce(array_position(${ORDER}::text[], early.status), 2)`
}

/** Returns the deleted status. */
export async function deleteEarlyStatus(
  db: Db,
  workspaceId: string,
  accountId: string,
  externalId: string,
): Promise<StatusChange | undefined> {
  const [row] = await db<Pick<StatusChange, 'status' | 'error'>[]>`
    delete from message_statuses where workspace_id = ${workspaceId} and account_id = ${accountId}
    and message_external_id = ${externalId} returning status, error`
  return row && { accountId, externalId, status: row.status, error: row.error }
}

export async function deleteStatusesBefore(db: Db, before: Date): Promise<void> {
  await db`delete from message_statuses where received_at < ${before}`
}

/** Lists messages that should already have been sent: their job may be lost. */
export async function listOverdueMessages(db: Db, before: Date, limit: number) {
  return db<Pick<MessageRow, 'workspace_id' | 'id' | 'conversation_id'>[]>`
    select workspace_id, id, conversation_id from messages where status = 'queued' and created_at < ${before}
    order by created_at limit ${limit}`
}

/** Sets the intent of queued messages older than this, in all workspaces. */
export async function updateDoubtfulMessages(tx: Db, before: Date): Promise<number> {
  const { count } = await tx`
    update messages set intent_at = created_at where status = 'queued' and intent_at is null and created_at < ${before}`
  return count
}
