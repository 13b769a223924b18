import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

/** The Bot API has no version in its addresses: new versions add to it. */
const API_VERSION = 'Bot API 10.1'

/** The limit of a text under media, which is lower than that of a message. */
export const CAPTION_MAX = 1024
const MB = 1_000_000

export const limits: Limits = {
  text: { max: 4096, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 10,
  image: {
    countMax: 10,
    bytesMax: 10 * MB,
    mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  video: { countMax: 10, bytesMax: 50 * MB, mimes: ['video/mp4'] },
  document: { countMax: 10, bytesMax: 50 * MB, mimes: ['application/pdf'] },
  allowsMixedMedia: true,
}

const options = Type.Object(
  {
    parse_mode: Type.Optional(
      StringEnum(['HTML', 'MarkdownV2'], { description: 'How the text is formatted; plain text when absent.' }),
    ),
    disable_notification: Type.Optional(
      Type.Boolean({ description: 'Sends silently: people get a notification without a sound.' }),
    ),
    protect_content: Type.Optional(Type.Boolean({ description: 'Forbids forwarding and saving.' })),
    link_preview: Type.Optional(
      StringEnum(['none', 'small', 'large'], {
        description: 'The preview of the first link of a text without media; Telegram chooses when absent.',
      }),
    ),
    as_document: Type.Optional(
      Type.Boolean({ description: 'Sends images and videos as files, without compressing them.' }),
    ),
    has_spoiler: Type.Optional(Type.Boolean({ description: 'Covers images and videos until a reader taps them.' })),
    caption_above: Type.Optional(Type.Boolean({ description: 'Shows the text above the media, not below.' })),
    message_thread_id: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The topic of a forum; the general one when absent.' }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

const credentials = Type.Object(
  {
    bot_token: Type.String({
      pattern: '^[0-9]{3,20}:[A-Za-z0-9_-]{30,100}$',
      description: 'The token of the bot, from @BotFather.',
    }),
    chats: Type.Optional(
      Type.Array(Type.String({ pattern: '^(@[A-Za-z0-9_]{4,64}|-[0-9]{1,20})$' }), {
        maxItems: 20,
        uniqueItems: true,
        description:
          'Channels and groups that the bot may post in, as @name or by their id, such as -1001234567890. None for a ' +
          'bot that only answers messages.',
      }),
    ),
  },
  { additionalProperties: false },
)

export type Credentials = Static<typeof credentials>

export const telegram: PlatformFacts = {
  id: 'telegram',
  label: 'Telegram',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  settings: {},
  app: {},
  auth: {
    methods: ['credentials'],
    scopes: [],
    selection: 'asked',
    credentials,
  },
  capabilities: ['publish', 'unpublish', 'messages', 'messages.media', 'inbound'],
  metrics: { account: [], post: [] },
}
