import { Readable } from 'node:stream'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { fileHeaders } from '../../../../kit/declare/file-headers.ts'
import { Download } from '../../../../kit/declare/reply.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { isReady, listKnownMedia, openMedia } from '../../media/ready-media.ts'
import { callPlatform } from '../platform-call.ts'
import { getConversationRow } from './service.ts'
import { findMessage } from './sql/messages.ts'

/** Opens a message's file: ours, or one that the platform releases only with our token. */
export async function openAttachment(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  index: number,
): Promise<Download> {
  const { workspaceId } = principal
  const message = await findMessage(db, workspaceId, id)
  if (!message) throw notFound('message')
  const conversation = await getConversationRow(db, principal, message.conversation_id)
  const attachment = message.attachments[index]
  if (!attachment) throw new ApiError('not_found', `The message has no attachment ${index}.`)
  if (message.media_id !== null) return openOwn(ctx, db, workspaceId, message.media_id)
  const opened = await callPlatform(ctx, conversation, 'messages', async (messages, session) =>
    messages.openAttachment?.(session, attachment),
  )
  if (opened) return createDownload(opened.mime, opened.bytes.length, async () => Readable.from([opened.bytes]))
  const remedy = typeof attachment['url'] === 'string' ? 'Use its own `url`.' : 'The platform has none.'
  throw new ApiError('not_found', `There is no file to download for this attachment. ${remedy}`)
}

async function openOwn(ctx: Context, db: Db, workspaceId: string, mediaId: string): Promise<Download> {
  const [asset] = await listKnownMedia(db, workspaceId, [mediaId])
  if (!asset || !isReady(asset)) throw new ApiError('not_found', 'The file of this message was deleted.')
  return createDownload(asset.mime, asset.bytes_size, () => openMedia(ctx, asset))
}

/** Makes a browser save the file, whatever its type, and not run it. */
function createDownload(mime: string, length: number, open: () => Promise<Readable>): Download {
  return new Download(200, { ...fileHeaders(mime, length), 'content-disposition': 'attachment' }, open)
}
