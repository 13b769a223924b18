import { findPlatform } from '../../../../connectors/registry.ts'
import { nameRemote } from '../../../../connectors/remote-name.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { InvalidRequest } from '../../../../kit/declare/errors.ts'
import { afterId, foreignCursor, type Page, type PageRows, toPage } from '../../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { toSearchText } from '../../../../kit/search-text.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { requireRow } from '../platform-call.ts'
import type { ConversationChange, ConversationQuery } from './contract/conversations.ts'
import { markRead } from './contract/jobs.ts'
import type { Conversation, Message } from './contract/resources.ts'
import { presentConversation, presentMessage } from './present.ts'
import { type RecentPosition, readRecentCursor, writeRecentCursor } from './recent-cursor.ts'
import * as sql from './sql/conversations.ts'
import * as messageSql from './sql/messages.ts'

export async function listConversations(
  ctx: Context,
  db: Db,
  principal: Principal,
  query: ConversationQuery,
): Promise<Page<Conversation>> {
  const isRecent = query.order === 'last_message'
  const rows = await sql.listConversations(db, principal.workspaceId, {
    limit: query.limit,
    after: isRecent ? undefined : afterId(query.cursor, 'conv'),
    recent: isRecent ? { after: afterPosition(query.cursor) } : undefined,
    only: principal.profileIds,
    accountId: query.account_id,
    platform: query.platform,
    status: query.status,
    isUnread: query.unread,
    text: query.q && toSearchText(query.q),
  })
  const page = toPage(rows, (row) => presentConversation(row, ctx.clock.now()))
  return isRecent ? { ...page, next_cursor: nextPosition(rows) } : page
}

function afterPosition(cursor: string | undefined): RecentPosition | undefined {
  const position = cursor === undefined ? undefined : readRecentCursor(cursor)
  if (cursor !== undefined && !position) throw new InvalidRequest([foreignCursor()])
  return position
}

function nextPosition({ rows, hasMore }: PageRows<sql.ConversationRow>): string | null {
  const last = rows.at(-1)
  return hasMore && last ? writeRecentCursor({ at: last.last_message_at ?? last.created_at, id: last.id }) : null
}

export async function getConversation(ctx: Context, db: Db, principal: Principal, id: string): Promise<Conversation> {
  return presentConversation(await getConversationRow(db, principal, id), ctx.clock.now())
}

export async function getConversationRow(db: Db, principal: Principal, id: string): Promise<sql.ConversationRow> {
  return requireRow(principal, await sql.findConversation(db, principal.workspaceId, id), 'conversation')
}

export async function updateConversation(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { status }: ConversationChange,
): Promise<Conversation> {
  await getConversationRow(db, principal, id)
  await sql.updateConversation(db, principal.workspaceId, id, { status })
  return getConversation(ctx, db, principal, id)
}

export async function markConversationRead(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
): Promise<Conversation> {
  const { workspaceId } = principal
  const { platform, entity_external_id: externalId } = await getConversationRow(db, principal, id)
  const remote = nameRemote(platform, externalId)
  return transaction(db, async (tx) => {
    await sql.updateConversation(tx, workspaceId, id, { unread_count: 0 })
    if (findPlatform(platform)?.capabilities.includes('messages.mark_read'))
      await enqueue(ctx, tx, markRead, { conversation_id: id }, { workspaceId, dedupe: id, remote })
    return getConversation(ctx, tx, principal, id)
  })
}

export async function markConversationUnread(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
): Promise<Conversation> {
  await getConversationRow(db, principal, id)
  await sql.markUnread(db, principal.workspaceId, id)
  return getConversation(ctx, db, principal, id)
}

export async function listMessages(
  db: Db,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Message>> {
  await getConversationRow(db, principal, id)
  const filter = { limit: query.limit, after: afterId(query.cursor, 'msg') }
  const rows = await messageSql.listMessages(db, principal.workspaceId, id, filter)
  return toPage(rows, presentMessage)
}
