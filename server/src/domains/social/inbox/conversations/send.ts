import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { OutgoingMessage, Person } from '../../../../connectors/inbox.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { Session } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { failpoint } from '../../../../kit/failpoint.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { type JobCall, RetryLater } from '../../../../queue/job.ts'
import { describeFailure } from '../../accounts/platform-errors.ts'
import { withAccess } from '../../accounts/tokens/access.ts'
import { pollFeed } from '../../feeds/service.ts'
import { sendMessage } from './contract/conversations.ts'
import { messageFeed } from './feed.ts'
import { settleSent } from './settle.ts'
import { type ConversationRow, findConversation } from './sql/conversations.ts'
import * as sql from './sql/messages.ts'

/** When the platform is asked what became of a message that it did not answer for; after the last, nobody knows. */
const ASK_SECONDS = [2, 10, 30, 60]
/** For so long a platform may ask to wait. */
const PATIENCE_MS = 3_600_000

/**
 * Sends at most once. The intent is committed before the call; whoever finds it committed, after a crash or an answer that
 * never came, asks the platform and does not send again.
 */
export async function send(call: JobCall<{ message_id: string }>): Promise<void> {
  const { ctx, workspaceId, payload } = call
  const message = await sql.findMessage(ctx.db, workspaceId, payload.message_id)
  if (message?.status !== 'queued') return
  const conversation = await findConversation(ctx.db, workspaceId, message.conversation_id)
  if (!conversation) return
  if (message.armed_at) return ask(ctx, message, conversation)
  try {
    const sent = await callPlatform(ctx, message, conversation)
    await failpoint('message_sent')
    if (sent) await keep(ctx, message, sent)
  } catch (error) {
    await judge(call, message, conversation, error)
  }
}

async function callPlatform(ctx: Context, message: sql.MessageRow, conversation: ConversationRow) {
  const { workspace_id: workspaceId, id, account_id: accountId } = message
  let isArmed = false
  const use = async (session: Session, { messages }: Connector) => {
    if (!messages) throw new ApiError('unsupported_by_platform')
    // A call that was refused for its token comes here a second time: it has changed nothing.
    isArmed ||= await sql.armMessage(ctx.db, workspaceId, id, ctx.clock.now())
    if (!isArmed) return undefined
    return messages.send(session, outgoing(message, conversation))
  }
  return withAccess(ctx, workspaceId, { accountId, entityExternalId: conversation.entity_external_id }, use)
}

function outgoing({ id, body }: sql.MessageRow, { external_id, participant }: ConversationRow): OutgoingMessage {
  return { conversationExternalId: external_id, participant: personOf(participant), body: body ?? '', handle: id }
}

async function keep(
  ctx: Context,
  message: sql.MessageRow,
  sent: { externalId: string; status: 'sent' | 'delivered' },
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await sql.lockMessage(tx, message.workspace_id, message.id)
    if (row && row.external_id === null) await settleSent(tx, row, { ...sent, at: ctx.clock.now() })
  })
}

async function judge(
  { ctx, workspaceId, attempt }: JobCall,
  message: sql.MessageRow,
  { platform }: ConversationRow,
  error: unknown,
): Promise<void> {
  const { id } = message
  const fail = (why: Record<string, unknown>) => failMessage(ctx, message, why)
  if (error instanceof ApiError) return fail({ kind: error.code, message: error.message, platform })
  if (!(error instanceof PlatformError)) throw error
  const why = describeFailure(platform, error)
  switch (error.kind) {
    case 'invalid':
    case 'auth':
      return fail(why)
    case 'ambiguous':
      throw new RetryLater(inSeconds(ctx, ASK_SECONDS[0] ?? 0), 'the platform did not say what became of it')
    case 'rate_limited':
    case 'unavailable': {
      const isAsked = error.kind === 'rate_limited'
      const isLate = ctx.clock.now().getTime() - message.created_at.getTime() > PATIENCE_MS
      if (isAsked ? isLate : attempt >= sendMessage.attempts) return fail(why)
      // Nothing has happened there: it may be sent again.
      await sql.updateMessage(ctx.db, workspaceId, id, { armed_at: null })
      throw isAsked ? new RetryLater(inSeconds(ctx, error.retryAfterSeconds ?? 60), error.message) : error
    }
  }
}

/** Only what the platform tells back settles it; a message that turns up later still does. */
async function ask(ctx: Context, message: sql.MessageRow, conversation: ConversationRow): Promise<void> {
  const { workspace_id: workspaceId, id, asks } = message
  const { platform } = conversation
  await look(ctx, message, conversation).catch((error: unknown) => {
    if (!(error instanceof PlatformError || error instanceof ApiError)) throw error
  })
  const again = await sql.findMessage(ctx.db, workspaceId, id)
  if (again?.status !== 'queued') return
  const seconds = ASK_SECONDS[asks + 1]
  if (seconds === undefined)
    return failMessage(ctx, message, {
      kind: 'ambiguous',
      outcome: 'unknown',
      message: 'The platform did not say whether it took the message, and does not show it.',
      remediation: 'Look there before you send it again.',
      platform,
    })
  await sql.updateMessage(ctx.db, workspaceId, id, { asks: asks + 1 })
  throw new RetryLater(inSeconds(ctx, seconds), 'the platform does not show the message yet')
}

/** Where the platform tells a message's handle back, reading its feed settles it. */
async function look(ctx: Context, message: sql.MessageRow, conversation: ConversationRow): Promise<void> {
  const { workspace_id: workspaceId, account_id: accountId, armed_at: armedAt } = message
  if (!findConnector(conversation.platform)?.messages?.find || !armedAt)
    return pollFeed(ctx, workspaceId, accountId, messageFeed)
  const otherIds = await sql.listKnownMessages(ctx.db, workspaceId, conversation.id, 200)
  const find = async (session: Session, { messages }: Connector) =>
    messages?.find?.(session, outgoing(message, conversation), { armedAt, otherIds })
  const sent = await withAccess(
    ctx,
    workspaceId,
    { accountId, entityExternalId: conversation.entity_external_id },
    find,
  )
  if (sent) await keep(ctx, message, sent)
}

async function failMessage(ctx: Context, message: sql.MessageRow, error: Record<string, unknown>): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await sql.lockMessage(tx, message.workspace_id, message.id)
    if (row?.status === 'queued') await sql.updateMessage(tx, row.workspace_id, row.id, { status: 'failed', error })
  })
}

function inSeconds(ctx: Context, seconds: number): Date {
  return new Date(ctx.clock.now().getTime() + seconds * 1000)
}

function personOf(participant: Record<string, unknown>): Person {
  const text = (name: string) => {
    const value = participant[name]
    return typeof value === 'string' ? value : null
  }
  return {
    externalId: text('external_id') ?? '',
    name: text('name'),
    username: text('username'),
    avatarUrl: text('avatar_url'),
  }
}
