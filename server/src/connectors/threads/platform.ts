import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v1.0'

export const limits: Limits = {
  text: { max: 500, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 20,
  image: { countMax: 20, bytesMax: 8_000_000, mimes: ['image/jpeg', 'image/png'], ratio: [0.1, 10] },
  video: {
    countMax: 20,
    bytesMax: 1_000_000_000,
    mimes: ['video/mp4', 'video/quicktime'],
    durationSecondsMax: 300,
  },
  allowsMixedMedia: true,
}

const options = Type.Object(
  {
    reply_control: Type.Optional(
      StringEnum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'], {
        description: 'Who can reply; everyone when absent.',
      }),
    ),
    topic_tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 50, pattern: '^[^.&]+$', description: 'The topic of the post.' }),
    ),
    link_attachment: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://',
        description: 'The address of the card under a post without media; the first address in the text when absent.',
      }),
    ),
    quote_post_id: Type.Optional(
      Type.String({ pattern: '^[0-9]+$', description: 'The id of the post that this one quotes.' }),
    ),
    enable_reply_approvals: Type.Optional(
      Type.Boolean({ description: 'Replies are shown only after the account has approved them.' }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 1000 }), {
        maxItems: 20,
        description: 'Descriptions of the media, one for each, in the same order.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const threads: PlatformFacts = {
  id: 'threads',
  label: 'Threads',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: null,
  // Each post that has replies costs a request.
  pollSeconds: { comments: 300 },
  settings: {},
  app: clientApp('THREADS'),
  auth: {
    methods: ['oauth'],
    scopes: [
      'threads_basic',
      'threads_content_publish',
      'threads_manage_replies',
      'threads_read_replies',
      'threads_manage_insights',
      'threads_delete',
    ],
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
    'metrics',
    'inbound',
  ],
  metrics: { account: ['followers', 'views'], post: ['views', 'likes', 'comments', 'shares', 'quotes'] },
}
