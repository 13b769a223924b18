import { type PageRows, readPage } from '../../../../../kit/declare/page.ts'
import type { Db } from '../../../../../kit/postgres/db.ts'
import { toSearchText } from '../../../../../kit/search-text.ts'
import type { AccountStatus } from '../../../accounts/contract/resources.ts'
import type { ConversationStatus, LastMessage } from '../contract/resources.ts'

export interface ConversationColumns {
  workspace_id: string
  id: string
  account_id: string
  external_id: string
  /** The entity that was written to, and that replies. */
  entity_external_id: string | null
  participant: Record<string, unknown>
  /** Searchable text of the participant. */
  participant_search: string
  status: ConversationStatus
  last_inbound_at: Date | null
  last_message_at: Date | null
  unread_count: number
  created_at: Date
}

/** Includes columns of its account and its last message. */
export interface ConversationRow extends ConversationColumns {
  last_message: LastMessage | null
  platform: string
  profile_id: string
  account_status: AccountStatus
}

const shown = (db: Db, workspaceId: string) => db`
  c.*, a.platform, a.profile_id, a.status as account_status, (
    select jsonb_build_object('id', m.id, 'direction', m.direction, 'status', m.status, 'body', left(m.body, 200),
      'attachments', jsonb_array_length(m.attachments))
    from messages m where m.workspace_id = ${workspaceId} and m.conversation_id = c.id order by m.id desc limit 1
  ) as last_message from conversations c
  join accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id`

/** Stores a conversation; fields of the participant that an item omits stay unchanged. */
export async function upsertConversation(db: Db, row: ConversationColumns): Promise<string> {
  const [stored] = await db<{ id: string }[]>`
    insert into conversations ${db({ ...row, participant: db.json(row.participant) })}
    on conflict on constraint conversations_external_key do update set
      entity_external_id = coalesce(excluded.entity_external_id, conversations.entity_external_id),
      participant = conversations.participant || jsonb_strip_nulls(excluded.participant),
      participant_search = coalesce(nullif(excluded.participant_search, ''), conversations.participant_search)
    returning id`
  return stored?.id ?? row.id
}

export async function findConversation(db: Db, workspaceId: string, id: string): Promise<ConversationRow | undefined> {
  const [row] = await db<ConversationRow[]>`
    select ${shown(db, workspaceId)} where c.workspace_id = ${workspaceId} and c.id = ${id}`
  return row
}

export interface ConversationFilter {
  readonly limit: number
  /** Cursor of a list by creation. */
  readonly after: string | undefined
  /** A list by last message; it starts after this position. */
  readonly recent: { readonly after: { readonly at: Date; readonly id: string } | undefined } | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  readonly platform: string | undefined
  readonly status: ConversationStatus | undefined
  readonly isUnread: boolean | undefined
  /** Text as written by `toSearchText`. */
  readonly text: string | undefined
}

export async function listConversations(
  db: Db,
  workspaceId: string,
  filter: ConversationFilter,
): Promise<PageRows<ConversationRow>> {
  const { after, recent, only, accountId, platform, status, isUnread, text } = filter
  const position = recent?.after
  return readPage(
    db,
    filter.limit,
    db<ConversationRow[]>`
    select ${shown(db, workspaceId)} where c.workspace_id = ${workspaceId}
    ${after ? db`and c.id < ${after}` : db``}
    ${position ? db`and (coalesce(c.last_message_at, c.created_at), c.id) < (${position.at}, ${position.id})` : db``}
    ${only ? db`and a.profile_id = any(${only})` : db``}
    ${accountId === undefined ? db`` : db`and c.account_id = ${accountId}`}
    ${platform === undefined ? db`` : db`and a.platform = ${platform}`}
    ${status === undefined ? db`` : db`and c.status = ${status}`}
    ${isUnread === undefined ? db`` : isUnread ? db`and c.unread_count > 0` : db`and c.unread_count = 0`}
    ${text ? db`and (strpos(c.participant_search, ${text}) > 0 or strpos(c.last_search, ${text}) > 0)` : db``}
    order by ${recent ? db`coalesce(c.last_message_at, c.created_at) desc,` : db``} c.id desc`,
  )
}

export async function updateConversation(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<Pick<ConversationColumns, 'status' | 'unread_count'>>,
): Promise<void> {
  await db`
    update conversations set ${db(change as Record<string, string>)} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function markUnread(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`
    update conversations set unread_count = 1 where workspace_id = ${workspaceId} and id = ${id} and unread_count = 0`
}

/**
 * Updates a conversation for a new message; returns false when it is gone. Messages may come out of order; an inbound one that is
 * news opens it and is unread.
 */
export async function touchConversation(
  db: Db,
  workspaceId: string,
  id: string,
  { at, text, isInbound, isNews }: { at: Date; text: string | null; isInbound: boolean; isNews: boolean },
): Promise<boolean> {
  const { count } = await db`
    update conversations set
      last_message_at = greatest(last_message_at, ${at}),
      last_search = case when last_message_at > ${at} then last_search else ${toSearchText(text)} end
      ${isInbound ? db`, last_inbound_at = greatest(last_inbound_at, ${at})` : db``}
      ${isInbound && isNews ? db`, unread_count = unread_count + 1, status = 'open'` : db``}
    where workspace_id = ${workspaceId} and id = ${id}`
  return count > 0
}
