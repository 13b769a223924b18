import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** Part of the addresses that have a version. */
export const API_VERSION = 'v1'

export const TITLE_MAX = 300

export const limits: Limits = {
  text: { max: 40_000, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 1,
  image: { countMax: 1, bytesMax: 20_000_000, mimes: ['image/jpeg', 'image/png', 'image/gif'] },
  video: null,
  allowsMixedMedia: false,
}

const options = Type.Object(
  {
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: TITLE_MAX,
        description: 'The title; the first line of the text when absent, which then is not repeated in the text.',
      }),
    ),
    url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 2000, description: 'Makes the post a link to this address.' }),
    ),
    flair_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 36, description: 'The flair of the post: an id of the subreddit.' }),
    ),
    flair_text: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'The text of a flair that can be edited.' }),
    ),
    nsfw: Type.Optional(Type.Boolean({ description: 'Marks the post as not safe for work.' })),
    spoiler: Type.Optional(Type.Boolean({ description: 'Marks the post as a spoiler.' })),
    send_replies: Type.Optional(
      Type.Boolean({ description: 'Whether comments arrive in the inbox on Reddit too; true when absent.' }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const reddit: PlatformFacts = {
  id: 'reddit',
  label: 'Reddit',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: null,
  pollSeconds: { comments: 120, messages: 60 },
  settings: { contact: 'REDDIT_USERNAME' },
  app: clientApp('REDDIT'),
  auth: {
    methods: ['oauth'],
    scopes: ['identity', 'mysubreddits', 'read', 'history', 'submit', 'edit', 'flair', 'privatemessages', 'modposts'],
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
    'comments.recheck',
    'messages',
    'messages.mark_read',
    'metrics',
  ],
  metrics: { account: ['followers'], post: ['likes', 'comments', 'shares'] },
}
