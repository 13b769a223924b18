import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { maskSecrets } from '../../kit/log/log.ts'
import type { PlatformResponse } from '../api/exchange.ts'
import { createPlatformErrors, type KnownError, refuse } from '../api/known-errors.ts'
import { tryRead } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import { telegram } from './platform.ts'

/** An error of Telegram, recognized by its `description`: Telegram sends no other code. */
interface TelegramError extends KnownError {
  readonly says: RegExp
}

export const { createError, hasRule } = createPlatformErrors(telegram)

const refuseWhen = (says: RegExp, rule: string, message: string, remediation: string): TelegramError => ({
  says,
  ...refuse(rule, message, remediation),
})

const POSTING = 'Make the bot an administrator of the chat, with the right to post messages, then repeat.'
const WRITING = 'The person must write to the bot first, or unblock it.'

/** The errors that the Bot API sends. The first that fits is meant. */
const KNOWN: readonly TelegramError[] = [
  {
    says: /^Unauthorized|^Not Found$/,
    kind: 'auth',
    rule: 'token.refused',
    message: 'Telegram does not accept the token of the bot.',
    remediation: 'Connect the account again with the token that @BotFather shows now.',
  },
  refuseWhen(/bot was blocked by the user/, 'recipient.blocked', 'The person has blocked the bot.', WRITING),
  refuseWhen(/user is deactivated/, 'recipient.deactivated', 'The account of this person was deleted.', 'No action.'),
  refuseWhen(/can't initiate conversation/, 'recipient.first', 'A bot cannot write to a person first.', WRITING),
  refuseWhen(/can't send messages to bots/, 'recipient.bot', 'A bot cannot write to another bot.', 'Choose a person.'),
  refuseWhen(/bot was kicked|bot is not a member/, 'chat.not_member', 'The bot is not in this chat.', POSTING),
  refuseWhen(/chat was deleted|CHANNEL_PRIVATE/, 'chat.gone', 'This chat no longer exists for the bot.', POSTING),
  refuseWhen(
    /not enough rights|need administrator rights|no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED|CHAT_RESTRICTED|CHAT_SEND_\w+_FORBIDDEN/,
    'chat.rights',
    'The bot may not do this in the chat.',
    POSTING,
  ),
  refuseWhen(
    /chat not found|PEER_ID_INVALID/,
    'chat.not_found',
    'Telegram knows no such chat, or the bot is not in it.',
    'Check the name or the id of the chat, and add the bot to it.',
  ),
  refuseWhen(
    /TOPIC_|thread not found/,
    'chat.topic',
    'The topic is closed or does not exist.',
    'Correct message_thread_id.',
  ),
  refuseWhen(
    /caption is too long/,
    'caption.max_characters',
    'The text under the media is too long.',
    'Shorten the text.',
  ),
  refuseWhen(/(message|text) is too long/i, 'text.max_characters', 'The text is too long.', 'Shorten the text.'),
  refuseWhen(
    /can't parse entities/,
    'text.parse_mode',
    'The formatting of the text is not valid.',
    'Correct the markup that the message names, or leave out parse_mode.',
  ),
  refuseWhen(/text is empty|must be non-empty/, 'post.empty', 'The text is empty.', 'Add a text.'),
  refuseWhen(
    /PHOTO_INVALID_DIMENSIONS/,
    'image.dimensions',
    'The image is too large or too narrow.',
    'Width and height together must be at most 10000, and their ratio at most 20; or send it with as_document.',
  ),
  refuseWhen(
    /IMAGE_PROCESS_FAILED|PHOTO_EXT_INVALID|VIDEO_CONTENT_TYPE_INVALID|MEDIA_INVALID|wrong file|failed to get/i,
    'media.processing',
    'Telegram could not read the file.',
    'Convert the file to a common format, or send it with as_document.',
  ),
  refuseWhen(/specified type in the album/, 'album.type', 'These files cannot be one album.', 'Make several posts.'),
  refuseWhen(/file is too big|Entity Too Large/i, 'media.max_bytes', 'The file is too large.', 'Use a smaller file.'),
  refuseWhen(/message to delete not found/, 'message.not_found', 'The message is gone.', 'No action.'),
  refuseWhen(
    /message can't be deleted/,
    'message.undeletable',
    'Telegram does not let the bot delete this message: it may be older than 48 hours.',
    'Give the bot the right to delete messages, or delete it in the app.',
  ),
  refuseWhen(
    /bad webhook/,
    'webhook.url',
    'Telegram does not accept the address of this server.',
    'Set PUBLIC_URL to an https address that Telegram can reach, on port 443, 80, 88 or 8443.',
  ),
  refuseWhen(
    /Logged out/,
    'server.logged_out',
    'The bot is signed out of this Bot API server.',
    'Sign it in again there.',
  ),
]

const THROTTLED: KnownError = {
  kind: 'rate_limited',
  rule: 'rate_limit',
  message: 'Telegram refuses more requests for now.',
  retryAfterSeconds: 30,
}

const Refusal = Type.Object({
  error_code: Maybe(Type.Integer()),
  description: Maybe(Type.String()),
  parameters: Maybe(Type.Object({ retry_after: Maybe(Type.Number()), migrate_to_chat_id: Maybe(Type.Integer()) })),
})

/** A group became a supergroup: `chatId` is its new id. */
export class ChatMigratedError extends PlatformError {
  readonly chatId: string
  constructor(chatId: string) {
    super('invalid', 'The group has become a supergroup with another id.', { rule: 'telegram.chat.migrated' })
    this.chatId = chatId
  }
}

/** Returns the error of a refusal; undefined when only the status says something. */
export function classifyError({ status, body }: PlatformResponse): PlatformError | undefined {
  const { error_code, description, parameters } = tryRead(Refusal, body) ?? {}
  const { migrate_to_chat_id: chatId, retry_after } = parameters ?? {}
  if (status === 400 && chatId) return new ChatMigratedError(String(chatId))
  const message = description ?? ''
  const response = { status, code: String(error_code ?? status), message }
  if (status === 429 || error_code === 429)
    return createError(THROTTLED, response, retry_after ? Math.max(1, retry_after) : undefined)
  if (status >= 500 || status === 408 || message === '') return undefined
  return createError(KNOWN.find(({ says }) => says.test(message)) ?? describeUnknown(message), response)
}

function describeUnknown(message: string): KnownError {
  const shown = maskSecrets(message).slice(0, 300)
  return refuse('refused', `Telegram refused: ${shown}`, 'Change what the message names and try again.')
}
