import { maskSecrets } from '../../kit/log.ts'
import type { PlatformResponse } from '../exchange.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'

interface ErrorRule {
  /** Found in `description`, which is the only code that Telegram gives. */
  readonly text: RegExp
  readonly kind: FailureKind
  readonly rule: string
  readonly message: string
  readonly remediation: string
}

const refusal = (text: RegExp, rule: string, message: string, remediation: string): ErrorRule => ({
  text,
  kind: 'invalid',
  rule: `telegram.${rule}`,
  message,
  remediation,
})

const POSTING = 'Make the bot an administrator of the chat, with the right to post messages, then repeat.'
const WRITING = 'The person must write to the bot first, or unblock it.'

/** The first that matches decides. */
const RULES: readonly ErrorRule[] = [
  {
    text: /^Unauthorized|^Not Found$/,
    kind: 'auth',
    rule: 'telegram.token.refused',
    message: 'Telegram does not accept the token of the bot.',
    remediation: 'Connect the account again with the token that @BotFather shows now.',
  },
  refusal(/bot was blocked by the user/, 'recipient.blocked', 'The person has blocked the bot.', WRITING),
  refusal(/user is deactivated/, 'recipient.deactivated', 'The account of this person was deleted.', 'No action.'),
  refusal(/can't initiate conversation/, 'recipient.first', 'A bot cannot write to a person first.', WRITING),
  refusal(/can't send messages to bots/, 'recipient.bot', 'A bot cannot write to another bot.', 'Choose a person.'),
  refusal(/bot was kicked|bot is not a member/, 'chat.not_member', 'The bot is not in this chat.', POSTING),
  refusal(/chat was deleted|CHANNEL_PRIVATE/, 'chat.gone', 'This chat no longer exists for the bot.', POSTING),
  refusal(
    /not enough rights|need administrator rights|no rights|CHAT_WRITE_FORBIDDEN|CHAT_ADMIN_REQUIRED|CHAT_RESTRICTED|CHAT_SEND_\w+_FORBIDDEN/,
    'chat.rights',
    'The bot may not do this in the chat.',
    POSTING,
  ),
  refusal(
    /chat not found|PEER_ID_INVALID/,
    'chat.not_found',
    'Telegram knows no such chat, or the bot is not in it.',
    'Check the name or the id of the chat, and add the bot to it.',
  ),
  refusal(
    /TOPIC_|thread not found/,
    'chat.topic',
    'The topic is closed or does not exist.',
    'Correct message_thread_id.',
  ),
  refusal(
    /caption is too long/,
    'caption.max_characters',
    'The text under the media is too long.',
    'Shorten the text.',
  ),
  refusal(/(message|text) is too long/i, 'text.max_characters', 'The text is too long.', 'Shorten the text.'),
  refusal(
    /can't parse entities/,
    'text.parse_mode',
    'The formatting of the text is not valid.',
    'Correct the markup that the message names, or leave out parse_mode.',
  ),
  refusal(/text is empty|must be non-empty/, 'post.empty', 'The text is empty.', 'Add a text.'),
  refusal(
    /PHOTO_INVALID_DIMENSIONS/,
    'image.dimensions',
    'The image is too large or too narrow.',
    'Width and height together must be at most 10000, and their ratio at most 20; or send it with as_document.',
  ),
  refusal(
    /IMAGE_PROCESS_FAILED|PHOTO_EXT_INVALID|VIDEO_CONTENT_TYPE_INVALID|MEDIA_INVALID|wrong file|failed to get/i,
    'media.processing',
    'Telegram could not read the file.',
    'Convert the file to a common format, or send it with as_document.',
  ),
  refusal(/specified type in the album/, 'album.type', 'These files cannot be one album.', 'Make several posts.'),
  refusal(/file is too big|Entity Too Large/i, 'media.max_bytes', 'The file is too large.', 'Use a smaller file.'),
  refusal(/message to delete not found/, 'message.not_found', 'The message is gone.', 'No action.'),
  refusal(
    /message can't be deleted/,
    'message.undeletable',
    'Telegram does not let the bot delete this message: it may be older than 48 hours.',
    'Give the bot the right to delete messages, or delete it in the app.',
  ),
  refusal(
    /bad webhook/,
    'webhook.url',
    'Telegram does not accept the address of this server.',
    'Set PUBLIC_URL to an https address that Telegram can reach, on port 443, 80, 88 or 8443.',
  ),
  refusal(
    /Logged out/,
    'server.logged_out',
    'The bot is signed out of this Bot API server.',
    'Sign it in again there.',
  ),
]

export function classify({ status, body }: PlatformResponse, mutates: boolean): PlatformError | undefined {
  const description = typeof body?.description === 'string' ? maskSecrets(body.description).slice(0, 300) : ''
  const platformResponse = { status, code: String(body?.error_code ?? status), message: description }
  if (status === 429 || body?.error_code === 429)
    return new PlatformError('rate_limited', 'Telegram refuses more requests for now.', {
      rule: 'telegram.rate_limit',
      platformResponse,
      retryAfterSeconds: Math.max(1, Number(body?.parameters?.retry_after) || 30),
    })
  if (status >= 500 || status === 408 || description === '') return undefined
  const found = RULES.find(({ text }) => text.test(description))
  if (found) {
    const { kind, rule, message, remediation } = found
    return new PlatformError(kind, message, { rule, remediation, platformResponse })
  }
  if (status === 404 && mutates) return undefined
  return new PlatformError('invalid', `Telegram refused: ${description}`, {
    rule: 'telegram.refused',
    remediation: 'Change what the message names and try again.',
    platformResponse,
  })
}

export function hasRule(error: unknown, rule: string): boolean {
  return error instanceof PlatformError && error.rule === `telegram.${rule}`
}
