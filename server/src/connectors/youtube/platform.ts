import type { Static } from 'typebox'
import { DateTime, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v3'

const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[^<>]*$',
        description: 'The title of the video; the first line of the text when absent.',
      }),
    ),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
        maxItems: 500,
        description: 'Up to 500 characters in all. Commas between them count, and quotes around tags with spaces.',
      }),
    ),
    category_id: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,3}$', description: "The id of a category of YouTube's; 22 when absent." }),
    ),
    privacy_status: Type.Optional(
      StringEnum(['public', 'unlisted', 'private'], { description: 'Who sees the video; `public` when absent.' }),
    ),
    publish_at: Type.Optional({
      ...DateTime,
      description: 'When YouTube makes a private video public. A post can be scheduled here without this.',
    }),
    made_for_kids: Type.Optional(
      Type.Boolean({ description: 'Whether the video is made for children, as the law asks; false when absent.' }),
    ),
    is_short: Type.Optional(
      Type.Boolean({
        description: 'Refuses a video that YouTube would not show as a Short: wide, or over 3 minutes.',
      }),
    ),
    contains_synthetic_media: Type.Optional(
      Type.Boolean({ description: 'Whether realistic content was altered or made by a machine.' }),
    ),
    license: Type.Optional(StringEnum(['youtube', 'creativeCommon'], { description: '`youtube` when absent.' })),
    embeddable: Type.Optional(Type.Boolean({ description: 'Whether other sites may show it; true when absent.' })),
    notify_subscribers: Type.Optional(
      Type.Boolean({ description: 'Whether subscribers are notified of a public video; true when absent.' }),
    ),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
        maxLength: 35,
        description: 'The language of title and text, BCP 47, such as en.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const youtube: PlatformFacts = {
  id: 'youtube',
  label: 'YouTube',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits: {
    text: { max: 5000, unit: 'bytes' },
    allowsTextOnly: false,
    mediaMax: 1,
    image: null,
    video: {
      countMax: 1,
      bytesMax: 256_000_000_000,
      durationSecondsMax: 43_200,
      mimes: ['video/mp4', 'video/quicktime', 'video/webm'],
    },
    allowsMixedMedia: false,
  },
  options,
  messageWindowHours: null,
  // A read costs one of the 10,000 units that all channels of an app share each day.
  pollSeconds: { comments: 600, post_metrics: 3600 },
  settings: {},
  app: clientApp('GOOGLE'),
  auth: {
    methods: ['oauth'],
    scopes: [
      'openid',
      'https://www.googleapis.com/auth/userinfo.email',
      'https://www.googleapis.com/auth/userinfo.profile',
      'https://www.googleapis.com/auth/youtube.upload',
      'https://www.googleapis.com/auth/youtube.readonly',
      'https://www.googleapis.com/auth/youtube.force-ssl',
      'https://www.googleapis.com/auth/yt-analytics.readonly',
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
    'metrics',
  ],
  metrics: { account: ['followers', 'views', 'engagements', 'posts'], post: ['views', 'likes', 'comments'] },
}
