import { type PageRows, readPage } from '../../../../../kit/declare/page.ts'
import type { Db } from '../../../../../kit/postgres/db.ts'
import type { AccountStatus } from '../../../accounts/contract/resources.ts'
import type { ConversationStatus } from '../contract/resources.ts'

export interface ConversationColumns {
  workspace_id: string
  id: string
  account_id: string
  external_id: string
  /** The entity that was written to, and that answers. */
  entity_external_id: string | null
  participant: Record<string, unknown>
  status: ConversationStatus
  last_inbound_at: Date | null
  last_message_at: Date | null
  unread_count: number
  created_at: Date
}

/** With columns of its account. */
export interface ConversationRow extends ConversationColumns {
  platform: string
  profile_id: string
  account_status: AccountStatus
}

const shown = (db: Db) => db`
  c.*, a.platform, a.profile_id, a.status as account_status from conversations c
  join accounts a on a.workspace_id = c.workspace_id and a.id = c.account_id`

/** What an item leaves out of the participant stays as it was. */
export async function upsertConversation(db: Db, row: ConversationColumns): Promise<string> {
  const [stored] = await db<{ id: string }[]>`
    insert into conversations ${db({ ...row, participant: db.json(row.participant) })}
    on conflict on constraint conversations_external_key do update set
      entity_external_id = coalesce(excluded.entity_external_id, conversations.entity_external_id),
      participant = conversations.participant || jsonb_strip_nulls(excluded.participant)
    returning id`
  return stored?.id ?? row.id
}

export async function findConversation(db: Db, workspaceId: string, id: string): Promise<ConversationRow | undefined> {
  const [row] = await db<ConversationRow[]>`
    select ${shown(db)} where c.workspace_id = ${workspaceId} and c.id = ${id}`
  return row
}

export interface ConversationFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null for every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly accountId: string | undefined
  readonly status: ConversationStatus | undefined
}

export async function listConversations(
  db: Db,
  workspaceId: string,
  filter: ConversationFilter,
): Promise<PageRows<ConversationRow>> {
  const { after, only, accountId, status } = filter
  return readPage(
    db,
    filter.limit,
    db<ConversationRow[]>`
    select ${shown(db)} where c.workspace_id = ${workspaceId}
    ${after ? db`and c.id < ${after}` : db``}
    ${only ? db`and a.profile_id = any(${only})` : db``}
    ${accountId === undefined ? db`` : db`and c.account_id = ${accountId}`}
    ${status === undefined ? db`` : db`and c.status = ${status}`}
    order by c.id desc`,
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

/** False when it is gone. Updates a conversation for a new message. Messages may come out of order; an inbound one that is news opens it and is unread. */
export async function touchConversation(
  db: Db,
  workspaceId: string,
  id: string,
  { at, isInbound, isNews }: { at: Date; isInbound: boolean; isNews: boolean },
): Promise<boolean> {
  const { count } = await db`
    update conversations set
      last_message_at = greatest(last_message_at, ${at})
      ${isInbound ? db`, last_inbound_at = greatest(last_inbound_at, ${at})` : db``}
      ${isInbound && isNews ? db`, unread_count = unread_count + 1, status = 'open'` : db``}
    where workspace_id = ${workspaceId} and id = ${id}`
  return count > 0
}
