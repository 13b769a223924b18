import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { nameRemote } from '../../../../connectors/remote-name.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { type Db, transaction, violatedConstraint } from '../../../../kit/postgres/db.ts'
import { toSearchText } from '../../../../kit/search-text.ts'
import { enqueue } from '../../../../queue/queue.ts'
import { getAccount } from '../../accounts/accounts.ts'
import { type AccountStatus, SIGNED_IN_STATUSES } from '../../accounts/contract/resources.ts'
import { getConnector, getPlatform, requireCapability, unsupported } from '../../accounts/platforms.ts'
import { getMedia } from '../../media/read.ts'
import { replaceMediaUses } from '../../media/ready-media.ts'
import { fillApprovedTemplate } from '../../templates/approved.ts'
import { presentPerson } from '../person.ts'
import { assertCapability } from '../platform-call.ts'
import { sendMessage } from './contract/jobs.ts'
import type { Message } from './contract/resources.ts'
import type { SendMessageRequest, StartConversationRequest } from './contract/sending.ts'
import type { MessageTemplate } from './contract/template.ts'
import { presentConversation, presentMessage } from './present.ts'
import { getConversationRow } from './service.ts'
import { findConversationByAlias } from './sql/aliases.ts'
import * as sql from './sql/conversations.ts'
import { insertMessage, type MessageRow } from './sql/messages.ts'

type MessageContent = Pick<MessageRow, 'body' | 'template' | 'media_id' | 'attachments'>
type MessageConversation = Pick<MessageRow, 'account_id' | 'conversation_id'>

export async function replyToConversation(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { body, media_id: mediaId, template }: SendMessageRequest,
): Promise<Message> {
  const { workspaceId } = principal
  const row = await getConversationRow(db, principal, id)
  assertCapability(ctx, row, 'messages')
  if (template) assertTemplates(getPlatform(ctx, row.platform))
  if (mediaId !== undefined) requireCapability(getPlatform(ctx, row.platform), 'messages.media')
  assertSignedIn(row.account_status)
  if (!template) assertWindowOpen(ctx, row)
  const content = template
    ? await buildTemplateContent(db, workspaceId, row.account_id, template)
    : { ...(await attach(ctx, db, principal, mediaId)), body: body ?? null, template: null }
  const place = { account_id: row.account_id, conversation_id: id }
  const remote = nameRemote(row.platform, row.entity_external_id)
  return transaction(db, (tx) => queueMessage(ctx, tx, workspaceId, { place, content, remote }))
}

/** Writes to a phone number: in the existing conversation with it, or in a new one. */
export async function startConversation(
  ctx: Context,
  db: Db,
  principal: Principal,
  accountId: string,
  { to, template }: StartConversationRequest,
): Promise<Message> {
  const { workspaceId } = principal
  const { platform, status, active_entity: entity } = await getAccount(db, principal, accountId)
  const connector = await getConnector(ctx, platform)
  const conversationWith = connector.messages?.conversationWith
  if (!conversationWith)
    throw unsupported(
      platform,
      `${connector.platform.label} cannot write to a phone number: reply in a conversation`,
      TO,
    )
  assertTemplates(connector.platform)
  assertSignedIn(entity ? status : 'pending_selection')
  const content = await buildTemplateContent(db, workspaceId, accountId, template)
  const now = ctx.clock.now()
  const entityExternalId = entity?.external_id ?? ''
  const { externalId, participant } = conversationWith(entityExternalId, to)
  const queued = transaction(db, async (tx) => {
    const renamed = await findConversationByAlias(tx, workspaceId, accountId, externalId)
    const conversationId =
      renamed ??
      (await sql.upsertConversation(tx, {
        workspace_id: workspaceId,
        id: ctx.ids.next('conversation'),
        account_id: accountId,
        external_id: externalId,
        entity_external_id: entityExternalId,
        participant: presentPerson(participant),
        participant_search: toSearchText(participant.name, participant.username),
        status: 'open',
        last_inbound_at: null,
        last_message_at: null,
        unread_count: 0,
        created_at: now,
      }))
    const place = { account_id: accountId, conversation_id: conversationId }
    return queueMessage(ctx, tx, workspaceId, { place, content, remote: platform })
  })
  return queued.catch((error: unknown) => {
    throw violatedConstraint(error) === 'conversations_account_fkey' ? notFound('account') : error
  })
}

const TO = ['body', 'to']

function assertTemplates({ id, label, capabilities }: PlatformFacts): void {
  if (!capabilities.includes('messages.template'))
    throw unsupported(id, `${label} does not support message templates: send body`, ['body', 'template'])
}

function assertSignedIn(status: AccountStatus): void {
  if (SIGNED_IN_STATUSES.includes(status)) return
  const remedy = status === 'pending_selection' ? 'choose what it acts as' : 'reconnect it'
  throw new ApiError('wrong_state', `The account is ${status}: ${remedy}.`, { members: { account_status: status } })
}

/** Throws when the window is closed; the error names templates where the platform has them. */
function assertWindowOpen(ctx: Context, row: sql.ConversationRow): void {
  const { window_open, window_expires_at } = presentConversation(row, ctx.clock.now())
  if (window_open) return
  const { id: platform, label, capabilities, messageWindowHours } = getPlatform(ctx, row.platform)
  const rule = `${label} accepts free text only for ${messageWindowHours} hours after the other person's last message.`
  const isTemplateTaken = capabilities.includes('messages.template')
  const remedy = isTemplateTaken
    ? 'Send an approved template instead: {"template": {"name", "language", "components"}}.'
    : 'Wait until the other person writes again.'
  throw new ApiError('wrong_state', `The message window is closed. ${rule} ${remedy}`, {
    members: {
      rule: `${platform}.message.window`,
      platform,
      window_expires_at,
      ...(isTemplateTaken && { send_instead: 'template' }),
    },
  })
}

async function buildTemplateContent(
  db: Db,
  workspaceId: string,
  accountId: string,
  { name, language, components = [] }: MessageTemplate,
): Promise<MessageContent> {
  const template = { name, language, components }
  return { ...NO_FILE, template, body: await fillApprovedTemplate(db, workspaceId, accountId, template) }
}

const NO_FILE = { media_id: null, attachments: [] }

/** Returns a message's file if the caller may use it and it exists. */
async function attach(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string | undefined,
): Promise<Pick<MessageContent, 'media_id' | 'attachments'>> {
  if (id === undefined) return NO_FILE
  const { status, mime, bytes_size } = await getMedia(ctx, db, principal, id)
  if (status !== 'ready')
    throw new ApiError('wrong_state', `The media asset is ${status}. Only a ready asset can be sent.`, {
      members: { media_id: id, media_status: status },
    })
  const type = mime?.split('/')[0] ?? 'file'
  return { media_id: id, attachments: [{ type, media_id: id, mime, bytes: bytes_size }] }
}

/** Stores the message with the job that sends it. */
async function queueMessage(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { place, content, remote }: { place: MessageConversation; content: MessageContent; remote: string },
): Promise<Message> {
  const now = ctx.clock.now()
  const message: MessageRow = {
    ...place,
    ...content,
    workspace_id: workspaceId,
    id: ctx.ids.next('message'),
    direction: 'outbound',
    external_id: null,
    status: 'queued',
    sent_via: 'api',
    error: null,
    intent_at: null,
    asks: 0,
    occurred_at: null,
    created_at: now,
  }
  const { id, conversation_id: key } = message
  // First, because it locks the conversation: one that is being renamed may be gone afterwards.
  const isThere = await sql.touchConversation(tx, workspaceId, key, {
    at: now,
    text: content.body,
    isInbound: false,
    isNews: true,
  })
  if (!isThere) throw notFound('conversation')
  await insertMessage(tx, message)
  if (message.media_id !== null) await replaceMediaUses(ctx, tx, workspaceId, { usedBy: id, ids: [message.media_id] })
  await enqueue(ctx, tx, sendMessage, { message_id: id }, { workspaceId, key, dedupe: id, remote })
  return presentMessage(message)
}
