import type { Static } from 'typebox'
import { StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Limits } from '../limits.ts'
import { clientApp, type PlatformFacts } from '../platform.ts'

export const API_VERSION = 'v2'

export const limits: Limits = {
  /** The limit of a video. The text of photos may have 4000 characters. */
  text: { max: 2200, unit: 'characters' },
  allowsTextOnly: false,
  mediaMax: 35,
  image: { countMax: 35, bytesMax: 20_000_000, mimes: ['image/jpeg', 'image/webp'] },
  video: {
    countMax: 1,
    bytesMax: 4_000_000_000,
    mimes: ['video/mp4', 'video/quicktime', 'video/webm'],
    widthMax: 4096,
    heightMax: 4096,
    durationSecondsMax: 600,
  },
  allowsMixedMedia: false,
}

const PRIVACY_LEVELS = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'] as const
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))

const options = Type.Object(
  {
    mode: Type.Optional(
      StringEnum(['direct', 'draft'], {
        description:
          "`draft` sends the media to the person's TikTok inbox, where they finish the post; `direct` when absent.",
      }),
    ),
    privacy_level: Type.Optional(
      StringEnum(PRIVACY_LEVELS, {
        description:
          "Who sees the post: one of the account's `privacy_level_options`. When absent, everyone if the account allows it. An app that TikTok has not audited can only use SELF_ONLY.",
      }),
    ),
    disable_comment: flag('Turns comments off.'),
    disable_duet: flag('Turns duets with the video off.'),
    disable_stitch: flag('Turns stitches of the video off.'),
    video_cover_timestamp_ms: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The frame that stands for the video; the first one when absent.' }),
    ),
    brand_content_toggle: flag('The post is a paid partnership for a business of others.'),
    brand_organic_toggle: flag("The post promotes the person's own business."),
    is_aigc: flag('The video was made with AI.'),
    auto_add_music: flag('TikTok adds music to photos.'),
    title: Type.Optional(Type.String({ maxLength: 90, description: 'The title of photos.' })),
    photo_cover_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 34,
        description: 'Which photo stands for the post; the first when absent.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** The options of a post. */
export type Options = Static<typeof options>

export const tiktok: PlatformFacts = {
  id: 'tiktok',
  label: 'TikTok',
  version: API_VERSION,
  testedAgainst: ['fake'],
  limits,
  options,
  messageWindowHours: null,
  settings: {},
  app: clientApp('TIKTOK'),
  auth: {
    methods: ['oauth'],
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list', 'video.upload', 'video.publish'],
    selection: 'automatic',
  },
  capabilities: ['publish', 'reconcile', 'metrics', 'inbound'],
  metrics: { account: ['followers', 'posts'], post: ['views', 'likes', 'comments', 'shares'] },
}
