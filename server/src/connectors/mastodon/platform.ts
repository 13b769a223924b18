import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

/** The defaults of a Mastodon server. The limits of the account's own server are in the entity's metadata. */
export const limits: Limits = {
  text: { max: 500, unit: 'graphemes' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: {
    countMax: 4,
    bytesMax: 16_777_216,
    mimes: ['image/jpeg', 'image/png', 'image/gif', 'image/heic', 'image/heif', 'image/webp', 'image/avif'],
  },
  video: { countMax: 1, bytesMax: 103_809_024, mimes: ['video/mp4', 'video/webm', 'video/quicktime', 'video/ogg'] },
  allowsMixedMedia: false,
}

const options = Type.Object(
  {
    visibility: Type.Optional(
      StringEnum(['public', 'unlisted', 'private', 'direct'], {
        description: "Who sees the post; the account's own setting when absent.",
      }),
    ),
    spoiler_text: Type.Optional(
      Type.String({ maxLength: 5000, description: 'A content warning. The post is collapsed behind it.' }),
    ),
    sensitive: Type.Optional(Type.Boolean({ description: 'Hides the media until a reader opens them.' })),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2,3}(-[A-Za-z]{2,4})?$',
        description: 'The language of the text, ISO 639, such as en.',
      }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 10_000 }), {
        maxItems: 16,
        description: 'Descriptions of the media, one for each, in the same order.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const mastodon: PlatformFacts = {
  id: 'mastodon',
  label: 'Mastodon',
  version: '4.7',
  isFederated: true,
  testedAgainst: ['published_description', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  // Many of its servers are small, and both feeds are in one list.
  pollSeconds: { comments: 60, messages: 60 },
  quietPollSeconds: 180,
  settings: { appName: 'MASTODON_APP_NAME' },
  app: {},
  auth: {
    methods: ['oauth'],
    scopes: ['read:accounts', 'read:statuses', 'read:notifications', 'write:statuses', 'write:media'],
    selection: 'automatic',
    options: Type.Object(
      {
        instance: Type.String({
          minLength: 3,
          maxLength: 300,
          description:
            'The server of the account, such as mastodon.social, or the full handle, such as @alice@mastodon.social.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: [
    'publish',
    'unpublish',
    'reconcile',
    'comments',
    'comments.on_post',
    'comments.delete',
    'comments.recheck',
    'messages',
    'metrics',
  ],
  metrics: { account: ['followers', 'posts'], post: ['likes', 'comments', 'shares', 'quotes'] },
}
