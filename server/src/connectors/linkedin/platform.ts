import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** Sent with every request as `LinkedIn-Version`. LinkedIn refuses a version with 426 about a year after its release. */
export const API_VERSION = '202606'

/** Scopes for a person's own profile. */
export const MEMBER_SCOPES = ['openid', 'profile', 'w_member_social']
/** Scopes for organizations. LinkedIn grants them only to apps with the product Community Management API. */
const ORGANIZATION_SCOPES = ['rw_organization_admin', 'w_organization_social', 'r_organization_social']

const MB = 1_000_000

export const limits: Limits = {
  text: { max: 3000, unit: 'characters' },
  allowsTextOnly: true,
  mediaMax: 20,
  image: {
    countMax: 20,
    bytesMax: 36 * MB,
    mimes: ['image/jpeg', 'image/png', 'image/gif'],
    pixelsMax: 36_152_320,
  },
  video: {
    countMax: 1,
    bytesMax: 500 * MB,
    bytesMin: 75_000,
    mimes: ['video/mp4'],
    durationSecondsMin: 3,
    durationSecondsMax: 1800,
  },
  document: { countMax: 1, bytesMax: 100 * MB, mimes: ['application/pdf'] },
  allowsMixedMedia: false,
}

const article = Type.Object(
  {
    url: Type.String({ maxLength: 2000, pattern: '^https?://', description: 'The address of the page.' }),
    title: Type.Optional(
      Type.String({ maxLength: 400, description: 'The first line of the text, or the name of the site, when absent.' }),
    ),
    description: Type.Optional(Type.String({ maxLength: 4086 })),
  },
  {
    additionalProperties: false,
    description:
      'A link with a preview. LinkedIn does not read the page itself. One image of the post becomes its picture.',
  },
)

const options = Type.Object(
  {
    visibility: Type.Optional(
      StringEnum(['public', 'connections', 'logged_in'], {
        description: 'Who sees the post; public when absent. Posts of organizations are always public.',
      }),
    ),
    article: Type.Optional(article),
    document_title: Type.Optional(
      Type.String({ maxLength: 400, description: 'The title of a PDF; the first line of the text when absent.' }),
    ),
    alt_texts: Type.Optional(
      Type.Array(Type.String({ maxLength: 4086 }), {
        maxItems: 20,
        description: 'Descriptions of the images, one for each, in the same order.',
      }),
    ),
    disable_reshare: Type.Optional(Type.Boolean({ description: 'Readers cannot repost it.' })),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const linkedin: PlatformFacts = {
  id: 'linkedin',
  label: 'LinkedIn',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: null,
  // LinkedIn counts requests by the day, 500 of them while an app is in development.
  pollSeconds: { comments: 1800, post_metrics: 3600 },
  settings: {},
  app: clientApp('LINKEDIN'),
  auth: {
    methods: ['oauth'],
    scopes: MEMBER_SCOPES,
    optionalScopes: ORGANIZATION_SCOPES,
    selection: 'asked',
    options: Type.Object(
      {
        act_as: Type.Optional(
          StringEnum(['member', 'organizations'], {
            description:
              'With `member` only the scopes of the person are asked for: for apps without the Community Management API.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  capabilities: ['publish', 'unpublish', 'reconcile', 'comments', 'comments.on_post', 'comments.delete', 'metrics'],
  metrics: {
    account: ['followers', 'impressions', 'reach', 'engagements', 'clicks'],
    post: ['impressions', 'reach', 'likes', 'comments', 'shares', 'clicks'],
  },
}
