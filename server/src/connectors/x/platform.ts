import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** The version in the path of every address. */
export const API_VERSION = '2'

const MB = 1_000_000

/** Limits of an account without a subscription. `text_max` in the entity's metadata is the limit of the account itself. */
export const limits: Limits = {
  text: { max: 280, unit: 'weighted' },
  allowsTextOnly: true,
  mediaMax: 4,
  image: {
    countMax: 4,
    bytesMax: 5 * MB,
    bytesMaxOf: { 'image/gif': 15 * MB },
    mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  video: {
    countMax: 1,
    bytesMax: 512 * MB,
    mimes: ['video/mp4', 'video/quicktime'],
    durationSecondsMin: 0.5,
    durationSecondsMax: 140,
    ratio: [1 / 3, 3],
  },
  allowsMixedMedia: false,
}

export const THREAD_MAX = 24

const options = Type.Object(
  {
    thread: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100_000 }), {
        maxItems: THREAD_MAX,
        description:
          'The texts of the posts that follow, each a reply to the one before. Each is a post of its own to X.',
      }),
    ),
    reply_settings: Type.Optional(
      StringEnum(['following', 'mentioned_users', 'subscribers', 'verified'], {
        description: 'Who can reply; everyone when absent.',
      }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 1000 }), {
        maxItems: 4,
        description: 'Descriptions of the images, one for each, in the same order.',
      }),
    ),
    made_with_ai: Type.Optional(Type.Boolean({ description: 'Discloses media that were made with AI.' })),
    paid_partnership: Type.Optional(Type.Boolean({ description: 'Discloses a paid partnership.' })),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const x: PlatformFacts = {
  id: 'x',
  label: 'X',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  // X charges for everything that it returns.
  pollSeconds: { comments: 1800, messages: 1800, post_metrics: 21_600 },
  usdPerCall: {
    post: 0.015,
    post_with_link: 0.2,
    post_read: 0.005,
    own_post_read: 0.001,
    person_read: 0.01,
    message_sent: 0.015,
    message_read: 0.01,
    post_deleted: 0.01,
  },
  settings: {},
  app: clientApp('X'),
  auth: {
    methods: ['oauth'],
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    optionalScopes: ['tweet.moderate.write', 'dm.read', 'dm.write'],
    selection: 'automatic',
  },
  capabilities: [
    'publish',
    'unpublish',
    'reconcile',
    'comments',
    'comments.on_post',
    'comments.hide',
    'comments.unhide',
    'comments.delete',
    'messages',
    'metrics',
  ],
  metrics: {
    account: ['followers', 'posts'],
    post: ['impressions', 'likes', 'comments', 'shares', 'quotes', 'saves'],
  },
}
