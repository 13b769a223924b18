import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import type { PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v25.0'

export const limits: Limits = {
  text: { max: 2200, unit: 'characters' },
  allowsTextOnly: false,
  mediaMax: 10,
  image: { countMax: 10, bytesMax: 8_388_608, mimes: ['image/jpeg'], ratio: [0.8, 1.91] },
  video: {
    countMax: 10,
    bytesMax: 300_000_000,
    mimes: ['video/mp4', 'video/quicktime'],
    durationSecondsMin: 3,
    durationSecondsMax: 900,
  },
  allowsMixedMedia: true,
}

const id = 'The id of the app'
const secret = 'The secret of the app'

const options = Type.Object(
  {
    kind: Type.Optional(
      StringEnum(['post', 'reel', 'story'], {
        description:
          '`post`: an image or a carousel; `reel`: one video, also when absent; `story`: one image or video.',
      }),
    ),
    share_to_feed: Type.Optional(Type.Boolean({ description: 'Whether a reel is shown in the feed too.' })),
    collaborators: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9._]{1,30}$' }), {
        maxItems: 3,
        description: 'Usernames of people who are asked to be authors of the post too.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const instagram: PlatformFacts = {
  id: 'instagram',
  label: 'Instagram',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: 24,
  // Webhooks report changes sooner.
  pollSeconds: { comments: 600, messages: 300, post_metrics: 3600 },
  settings: {},
  // One of the two apps is enough; it decides which sign-in is offered.
  app: {
    client_id: { variable: 'INSTAGRAM_CLIENT_ID', description: `${id} for Instagram Login.`, isOptional: true },
    client_secret: {
      variable: 'INSTAGRAM_CLIENT_SECRET',
      description: `${secret} for Instagram Login.`,
      isSecret: true,
      isOptional: true,
    },
    meta_client_id: { variable: 'META_CLIENT_ID', description: `${id} for Facebook Login.`, isOptional: true },
    meta_client_secret: {
      variable: 'META_CLIENT_SECRET',
      description: `${secret} for Facebook Login.`,
      isSecret: true,
      isOptional: true,
    },
  },
  auth: {
    methods: ['oauth'],
    // The names are those of Instagram Login; Facebook Login has others for the same scopes.
    scopes: [
      'instagram_business_basic',
      'instagram_business_content_publish',
      'instagram_business_manage_comments',
      'instagram_business_manage_messages',
      'instagram_business_manage_insights',
    ],
    selection: 'asked',
    options: Type.Object(
      {
        login: Type.Optional(
          StringEnum(['instagram', 'facebook'], {
            description:
              'How the person signs in: at Instagram, or at Facebook for accounts that belong to a page. By default at Instagram where this server has an app for it.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: [
    'publish',
    'reconcile',
    'comments',
    'comments.on_post',
    'comments.hide',
    'comments.unhide',
    'comments.delete',
    'messages',
    'metrics',
    'inbound',
  ],
  metrics: {
    account: ['followers', 'reach', 'views', 'engagements', 'posts'],
    post: ['reach', 'views', 'likes', 'comments', 'shares', 'saves'],
  },
}
