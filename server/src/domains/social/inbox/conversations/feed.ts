import type { FoundConversationStatus, FoundMessage, FoundStatus, InboxItem } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { toSearchText } from '../../../../kit/search-text.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { EMPTY_BATCH, everySeconds, type Feed, type FeedAccount, isNews } from '../../feeds/feed.ts'
import { presentPerson } from '../person.ts'
import { messageReceived } from './contract/events.ts'
import { presentConversation, presentMessage } from './present.ts'
import { applyEarlyStatus, recordSent } from './record-sent.ts'
import * as sql from './sql/conversations.ts'
import * as messageSql from './sql/messages.ts'
import { emitStatusChanged } from './status-event.ts'

export const messageFeed: Feed<InboxItem> = {
  id: 'messages',
  capability: 'messages',
  next: everySeconds(30),
  pushed: ['message', 'message_status', 'conversation_status'],
  async read({ session, connector, since }) {
    return (await connector.messages?.list?.(session, since)) ?? EMPTY_BATCH
  },
  async store(ctx, tx, account, items) {
    for (const item of items)
      if (item.kind === 'message') await storeMessage(ctx, tx, account, item)
      else if (item.kind === 'message_status') await storeStatus(ctx, tx, account, item)
      else await storeConversationStatus(ctx, tx, account, item)
  },
}

async function storeMessage(ctx: Context, tx: Db, account: FeedAccount, found: FoundMessage): Promise<void> {
  const { workspaceId } = account
  const now = ctx.clock.now()
  const at = found.occurredAt ?? now
  const conversationId = await sql.upsertConversation(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.nextAt('conversation', at),
    account_id: account.id,
    external_id: found.conversationExternalId,
    entity_external_id: account.entityExternalId || null,
    participant: presentPerson(found.participant),
    participant_search: toSearchText(found.participant.name, found.participant.username),
    status: 'open',
    last_inbound_at: null,
    last_message_at: null,
    unread_count: 0,
    created_at: now,
  })
  const isInbound = found.direction === 'inbound'
  if (!isInbound && (await recordSentByHandle(ctx, tx, account, found))) return
  const row: messageSql.MessageRow = {
    workspace_id: workspaceId,
    id: ctx.ids.nextAt('message', at),
    conversation_id: conversationId,
    account_id: account.id,
    direction: found.direction,
    external_id: found.externalId,
    status: isInbound ? 'received' : 'sent',
    body: found.body,
    attachments: [...found.attachments],
    sent_via: isInbound ? null : 'platform',
    template: null,
    media_id: null,
    error: null,
    intent_at: null,
    asks: 0,
    occurred_at: found.occurredAt,
    created_at: now,
  }
  const message = await messageSql.insertMessage(tx, row)
  if (!message) return found.isEdited ? messageSql.updateContent(tx, workspaceId, row) : undefined
  const isNew = isNews(account, found.occurredAt)
  await sql.touchConversation(tx, workspaceId, conversationId, { at, text: found.body, isInbound, isNews: isNew })
  if (!isInbound) return applyEarlyStatus(tx, workspaceId, account.id, found.externalId)
  const conversation = await sql.findConversation(tx, workspaceId, conversationId)
  if (!conversation || !isNew) return
  const data = { message: presentMessage(message), conversation: presentConversation(conversation, now) }
  await emit(ctx, tx, messageReceived, data, { workspaceId })
}

/** Returns true for a message that we sent, recognised by its handle. If its response was lost, it is recorded now. */
async function recordSentByHandle(
  ctx: Context,
  tx: Db,
  { workspaceId, id: accountId }: FeedAccount,
  found: Pick<FoundMessage, 'handle' | 'externalId' | 'occurredAt'> & Pick<FoundStatus, 'conversationExternalId'>,
): Promise<boolean> {
  const { handle, externalId, occurredAt, conversationExternalId } = found
  const ours = handle === undefined ? undefined : await messageSql.lockMessage(tx, workspaceId, handle)
  if (!ours || ours.account_id !== accountId || ours.direction !== 'outbound') return false
  if (ours.external_id === null)
    await recordSent(ctx, tx, ours, {
      externalId,
      status: 'sent',
      at: occurredAt ?? ctx.clock.now(),
      ...(conversationExternalId !== undefined && { conversationExternalId }),
    })
  return true
}

async function storeStatus(ctx: Context, tx: Db, account: FeedAccount, found: FoundStatus): Promise<void> {
  const { workspaceId, id: accountId } = account
  const { messageExternalId: externalId, status, error = null } = found
  const change = { accountId, externalId, status, error }
  const advanced = await messageSql.advanceStatus(tx, workspaceId, change)
  if (advanced) return emitStatusChanged(ctx, tx, workspaceId, advanced.id)
  if (await messageSql.isKnownMessage(tx, workspaceId, accountId, externalId)) return
  await messageSql.upsertEarlyStatus(tx, workspaceId, change, ctx.clock.now())
  await recordSentByHandle(ctx, tx, account, { ...found, externalId })
}

async function storeConversationStatus(
  ctx: Context,
  tx: Db,
  { workspaceId, id: accountId }: FeedAccount,
  found: FoundConversationStatus,
): Promise<void> {
  const advanced = await messageSql.advanceConversation(tx, workspaceId, { accountId, ...found })
  for (const { id } of advanced) await emitStatusChanged(ctx, tx, workspaceId, id)
}
