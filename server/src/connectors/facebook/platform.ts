import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v25.0'

export const limits: Limits = {
  text: { max: 63_206, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 10,
  image: { countMax: 10, bytesMax: 4_000_000, mimes: ['image/jpeg', 'image/png'] },
  video: {
    countMax: 1,
    bytesMax: 4_000_000_000,
    mimes: ['video/mp4', 'video/quicktime'],
    durationSecondsMax: 14_400,
  },
  allowsMixedMedia: false,
}

const options = Type.Object(
  {
    link: Type.Optional(
      Type.String({
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2048,
        description: 'A page to show as a card under the text. Not together with media.',
      }),
    ),
    kind: Type.Optional(
      StringEnum(['post', 'reel'], { description: '`reel` publishes the video as a reel; `post` when absent.' }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const facebook: PlatformFacts = {
  id: 'facebook',
  label: 'Facebook Pages',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: 24,
  // Webhooks report changes sooner. A page with few visitors may make about three calls in a minute.
  pollSeconds: { comments: 600, messages: 300, reviews: 3600, post_metrics: 3600 },
  settings: {},
  app: clientApp('META'),
  auth: {
    methods: ['oauth'],
    scopes: [
      'pages_show_list',
      'business_management',
      'pages_manage_posts',
      'pages_read_engagement',
      'pages_manage_engagement',
      'pages_read_user_content',
      'pages_manage_metadata',
      'pages_messaging',
      'read_insights',
    ],
    selection: 'asked',
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
    'messages.mark_read',
    'reviews',
    'reviews.delete_reply',
    'metrics',
    'inbound',
  ],
  metrics: {
    account: ['followers', 'reach', 'views', 'engagements'],
    post: ['reach', 'views', 'likes', 'comments', 'shares', 'clicks'],
  },
}
