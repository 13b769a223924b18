import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

/** The upstream API. Its description that the tests use is 5.23.0. */
export const API_VERSION = 'v5'

export const limits: Limits = {
  text: { max: 800, unit: 'characters' },
  allowsTextOnly: false,
  mediaMax: 5,
  image: {
    countMax: 5,
    bytesMax: 20_000_000,
    mimes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  video: {
    countMax: 1,
    bytesMax: 2_000_000_000,
    mimes: ['video/mp4', 'video/quicktime'],
    durationSecondsMin: 4,
    durationSecondsMax: 900,
  },
  allowsMixedMedia: false,
}

const options = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'The title of the pin.' })),
    link: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://',
        description: 'The address that a click on the pin opens.',
      }),
    ),
    alt_text: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Describes the pin; the alternative text of the first medium when absent.',
      }),
    ),
    board_section_id: Type.Optional(
      Type.String({ pattern: '^[0-9]+$', description: 'The section of the board; the board itself when absent.' }),
    ),
    cover_image_url: Type.Optional(
      Type.String({
        maxLength: 2048,
        pattern: '^https?://',
        description: 'A public image that stands for a video; a frame of the video when absent.',
      }),
    ),
    cover_image_key_frame_time: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 900,
        description: 'The second of a video whose frame stands for it; the first frame when absent.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const pinterest: PlatformFacts = {
  id: 'pinterest',
  label: 'Pinterest',
  version: API_VERSION,
  testedAgainst: ['published_description', 'fake'],
  limits,
  options,
  messageWindowHours: null,
  settings: {},
  app: clientApp('PINTEREST'),
  auth: {
    methods: ['oauth'],
    scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write', 'user_accounts:read'],
    selection: 'asked',
  },
  capabilities: ['publish', 'unpublish', 'reconcile', 'metrics'],
  metrics: {
    account: ['followers', 'impressions', 'engagements', 'clicks', 'posts'],
    post: ['impressions', 'likes', 'comments', 'saves', 'clicks'],
  },
}
