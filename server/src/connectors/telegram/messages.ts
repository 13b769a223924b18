import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Messages, OutgoingMedia, OutgoingMessage, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { buildResultSchema, createBot, download, invoke } from './bot-api.ts'
import { buildMessageRef, sendMessages } from './chats.ts'
import { buildMediaCall, type MediaCall } from './media.ts'
import { CAPTION_MAX, limits } from './platform.ts'

/** The largest file that a bot can download. */
const DOWNLOAD_BYTES_MAX = 20_000_000

const FileResult = buildResultSchema(Type.Object({ file_path: Maybe(Type.String()), file_size: Maybe(Type.Number()) }))

/** Private chats with the bot. Telegram pushes their messages and cannot list them. */
export const messages: Messages = {
  async send(session, { conversationExternalId, body }: OutgoingMessage) {
    assertLength(body, limits.text.max, 'text')
    return sendTo(session, conversationExternalId, { method: 'sendMessage', params: { text: body }, files: [] })
  },

  async sendMedia(session, { conversationExternalId, medium, caption }: OutgoingMedia) {
    assertLength(caption ?? '', CAPTION_MAX, 'caption')
    return sendTo(session, conversationExternalId, buildMediaCall([medium], { text: caption ?? '' }, false))
  },

  async openAttachment(session, attachment) {
    const bot = createBot(session)
    const { file_path: path, file_size: bytes } = await invoke(bot, 'getFile', {
      schema: FileResult,
      params: { file_id: (attachment['file_id'] as string | undefined) ?? '' },
    })
    if (!path || Number(bytes) > DOWNLOAD_BYTES_MAX)
      throw new PlatformError('invalid', 'Bots can download files of up to 20 MB only.', {
        rule: 'telegram.attachment.max_bytes',
        remediation: 'Ask for a smaller file, or run a Bot API server of your own.',
      })
    const mime = typeof attachment['mime'] === 'string' ? attachment['mime'] : 'application/octet-stream'
    return { mime, bytes: await download(bot, path, DOWNLOAD_BYTES_MAX + 1_000_000) }
  },
}

async function sendTo(session: Session, chatId: string, call: MediaCall): Promise<SentMessage> {
  const sent = await sendMessages(createBot(session), call, { chat_id: chatId })
  return { externalId: buildMessageRef(sent), status: 'sent' }
}

function assertLength(text: string, max: number, subject: string): void {
  if (measureLength(text, 'characters', max) <= max) return
  throw new PlatformError('invalid', `The text has more than ${max} characters.`, {
    rule: `telegram.${subject}.max_characters`,
    remediation: 'Shorten the text.',
  })
}
