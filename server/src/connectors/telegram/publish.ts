import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind, measureLength } from '../limits.ts'
import type { Attempt, Draft, Problem, Publishing } from '../publish.ts'
import { createBot, Done, invokeInChat } from './bot-api.ts'
import { buildMessageRef, buildMessageUrl, getChatId, parseMessageRef, sendMessages } from './chats.ts'
import { hasRule } from './errors.ts'
import { buildMediaCall, type MediaCall, toMediaType } from './media.ts'
import { CAPTION_MAX, limits, type Options } from './platform.ts'

const PREVIEWS = {
  none: { is_disabled: true },
  small: { prefer_small_media: true },
  large: { prefer_large_media: true },
}

/** Telegram lists no messages of a bot and has no idempotency keys: a post whose response was lost stays unconfirmed. */
export const publish: Publishing<Options, null> = {
  handleSeconds: 0,
  prepare: async () => ({ prepared: null }),

  async mutate(session, { draft }) {
    const { disable_notification, protect_content, message_thread_id } = draft.options
    const messages = await sendMessages(createBot(session), buildContentCall(draft), {
      chat_id: getChatId(session.entity),
      ...(message_thread_id !== undefined && { message_thread_id }),
      ...(disable_notification !== undefined && { disable_notification }),
      ...(protect_content !== undefined && { protect_content }),
    })
    return { externalId: buildMessageRef(messages), externalUrl: buildMessageUrl(messages[0]) }
  },

  async unpublish(session, externalId) {
    const { chatId, messageIds } = parseMessageRef(externalId)
    for (const message_id of messageIds) {
      try {
        await invokeInChat(createBot(session), 'deleteMessage', {
          schema: Done,
          params: { chat_id: chatId, message_id },
        })
      } catch (error) {
        if (!hasRule(error, 'message.not_found')) throw error
      }
    }
  },
}

function buildContentCall({ text, media, options }: Attempt<Options>['draft']): MediaCall {
  const { parse_mode, link_preview, as_document = false, has_spoiler, caption_above } = options
  if (media.length > 0)
    return buildMediaCall(
      media,
      { text, parseMode: parse_mode, isAbove: caption_above, hasSpoiler: has_spoiler },
      as_document,
    )
  const params = {
    text,
    ...(parse_mode !== undefined && { parse_mode }),
    ...(link_preview !== undefined && { link_preview_options: PREVIEWS[link_preview] }),
  }
  return { method: 'sendMessage', params, files: [] }
}

export const validate: Connector<Options>['validate'] = (draft, { kind }) => {
  const { as_document = false } = draft.options
  const problems = checkLimits('telegram', as_document ? DOCUMENT_LIMITS : limits, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `telegram.${rule}`, path, message, remediation })
  if (kind === 'bot')
    add('chat.required', ['content'], 'The account acts as the bot itself, which has no page to post on.', CHOOSE_CHAT)
  if (draft.media.length > 0 && measureLength(draft.text, 'characters', limits.text.max) > CAPTION_MAX)
    add(
      'caption.max_characters',
      ['content'],
      `A text with media has at most ${CAPTION_MAX} characters.`,
      'Shorten the text, or post the media and the text as two posts.',
    )
  checkAlbum(draft, as_document, add)
  draft.media.forEach((medium, index) => {
    const [width, height] = [medium.width ?? 1, medium.height ?? 1]
    const isOdd = width + height > 10_000 || Math.max(width / height, height / width) > 20
    if (toMediaType(medium, as_document) === 'photo' && isOdd)
      add('image.dimensions', ['media_ids', index], `${width} x ${height} is not accepted as a photo.`, DIMENSIONS)
  })
  return problems
}

const CHOOSE_CHAT = 'Choose a channel or a group as the entity of the account.'
const DIMENSIONS =
  'Width and height together must be at most 10000, and their ratio at most 20; or set the option as_document.'
/** Files that are not shown as photos may be as large as any file. */
const DOCUMENT_LIMITS = { ...limits, image: limits.image && { ...limits.image, bytesMax: 50_000_000 } }

function checkAlbum(
  { media }: Draft<Options>,
  asDocument: boolean,
  add: (rule: string, path: Problem['path'], message: string, remediation: string) => void,
): void {
  if (media.length < 2 || asDocument) return
  const at = media.findIndex((medium) => toMediaType(medium, false) === 'animation')
  if (at !== -1)
    add('album.animation', ['media_ids', at], 'A GIF cannot be part of an album.', 'Post it alone, or set as_document.')
  const documents = media.filter((medium) => getMediaKind(medium) === 'document').length
  if (documents > 0 && documents < media.length)
    add(
      'album.documents',
      ['media_ids'],
      'An album has either documents or images and videos.',
      'Make two posts, or set the option as_document.',
    )
}
