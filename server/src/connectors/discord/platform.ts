import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v10'

export const MIB = 1_048_576
const FILE = { countMax: 10, bytesMax: 10 * MIB }

/** The limits of a server without boosts. A boosted server has higher ones, in the entity's metadata. */
export const limits: Limits = {
  text: { max: 2000, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 10,
  image: { ...FILE, mimes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] },
  video: { ...FILE, mimes: ['video/mp4', 'video/quicktime', 'video/webm'] },
  document: { ...FILE, mimes: ['application/pdf'] },
  allowsMixedMedia: true,
}

const embed = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 256 })),
    description: Type.Optional(Type.String({ maxLength: 4096 })),
    url: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://' })),
    color: Type.Optional(Type.Integer({ minimum: 0, maximum: 0xffffff })),
    footer: Type.Optional(Type.String({ maxLength: 2048 })),
    image_url: Type.Optional(Type.String({ maxLength: 2048, pattern: '^https?://' })),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 256 }),
            value: Type.String({ minLength: 1, maxLength: 1024 }),
            inline: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { maxItems: 25 },
      ),
    ),
  },
  { additionalProperties: false },
)

const options = Type.Object(
  {
    embeds: Type.Optional(
      Type.Array(embed, { maxItems: 10, description: 'Cards below the text; 6000 characters in all.' }),
    ),
    mentions: Type.Optional(
      Type.Array(StringEnum(['everyone', 'roles', 'users']), {
        uniqueItems: true,
        maxItems: 3,
        description:
          'Whom mentions in the text notify. Roles and users when absent, so that @everyone and @here notify only when asked for.',
      }),
    ),
    suppress_embeds: Type.Optional(Type.Boolean({ description: 'Shows no previews of links.' })),
    suppress_notifications: Type.Optional(
      Type.Boolean({ description: 'Sends silently: people get no push notification.' }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 1024 }), {
        maxItems: 10,
        description: 'Descriptions of the media, one for each, in the same order.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const discord: PlatformFacts = {
  id: 'discord',
  label: 'Discord',
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
    credentials: Type.Object(
      {
        bot_token: Type.String({
          pattern: '^[A-Za-z0-9_-]{15,60}\\.[A-Za-z0-9_-]{4,20}\\.[A-Za-z0-9_-]{20,120}$',
          description: 'The token of the bot: Developer Portal, your application, Bot, Reset Token.',
        }),
        guild_id: Type.Optional(
          Type.String({
            pattern: '^[0-9]{15,22}$',
            description: 'The id of the server; every server that the bot is in when absent, up to 20.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: ['publish', 'unpublish', 'reconcile', 'messages', 'messages.media'],
  metrics: { account: [], post: [] },
}
