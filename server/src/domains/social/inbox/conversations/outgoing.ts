import type { OutgoingMessage, SentMessage } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import { replaceMediaUses } from '../../media/ready-media.ts'
import { readStoredPerson } from '../person.ts'
import { recordSent } from './record-sent.ts'
import type { ConversationRow } from './sql/conversations.ts'
import * as sql from './sql/messages.ts'
import { emitStatusChanged } from './status-event.ts'

export function toOutgoingMessage(
  { id, body, created_at: writtenAt }: sql.MessageRow,
  { external_id, participant }: ConversationRow,
): OutgoingMessage {
  const to = { conversationExternalId: external_id, participant: readStoredPerson(participant) }
  return { ...to, body: body ?? '', handle: id, writtenAt }
}

/** Records the platform's response, unless a poll has already recorded the message. */
export async function storeSent(ctx: Context, message: sql.MessageRow, sent: SentMessage): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await sql.lockMessage(tx, message.workspace_id, message.id)
    await releaseMedia(ctx, tx, message)
    if (row && row.external_id === null) await recordSent(ctx, tx, row, { ...sent, at: ctx.clock.now() })
  })
}

export async function failMessage(ctx: Context, message: sql.MessageRow, error: ErrorObject): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await sql.lockMessage(tx, message.workspace_id, message.id)
    if (row?.status !== 'queued') return
    await releaseMedia(ctx, tx, message)
    await sql.updateMessage(tx, row.workspace_id, row.id, { status: 'failed', error })
    await emitStatusChanged(ctx, tx, row.workspace_id, row.id)
  })
}

/** Releases the file of a message that is sent or has failed. */
async function releaseMedia(ctx: Context, tx: Db, { workspace_id, id, media_id }: sql.MessageRow): Promise<void> {
  if (media_id !== null) await replaceMediaUses(ctx, tx, workspace_id, { usedBy: id, ids: [] })
}

export function inSeconds(ctx: Context, seconds: number): Date {
  return new Date(ctx.clock.now().getTime() + seconds * 1000)
}
