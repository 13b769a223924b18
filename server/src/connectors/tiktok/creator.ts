import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { GrantCall, Json } from '../session.ts'
import { buildEnvelopeSchema, request } from './client.ts'

/** The person's settings for posts. TikTok requires that an app reads them before each post. */
export interface Creator {
  readonly privacyLevels: readonly string[]
  readonly isCommentDisabled: boolean
  readonly isDuetDisabled: boolean
  readonly isStitchDisabled: boolean
  readonly videoSecondsMax: number | null
}

const CreatorInfo = buildEnvelopeSchema(
  Type.Object({
    privacy_level_options: Maybe(Type.Array(Type.String())),
    comment_disabled: Maybe(Type.Boolean()),
    duet_disabled: Maybe(Type.Boolean()),
    stitch_disabled: Maybe(Type.Boolean()),
    max_video_post_duration_sec: Maybe(Type.Number()),
  }),
)

export async function readCreator(call: GrantCall): Promise<Creator> {
  const { data } = await request(call, 'POST', '/post/publish/creator_info/query/', { schema: CreatorInfo, body: {} })
  const seconds = data.max_video_post_duration_sec ?? 0
  return {
    privacyLevels: data.privacy_level_options ?? [],
    isCommentDisabled: data.comment_disabled ?? false,
    isDuetDisabled: data.duet_disabled ?? false,
    isStitchDisabled: data.stitch_disabled ?? false,
    videoSecondsMax: seconds > 0 ? seconds : null,
  }
}

/** Returns the metadata of the entity, under TikTok's own names. */
export function describeCreator(creator: Creator): { readonly [key: string]: Json } {
  return {
    privacy_level_options: creator.privacyLevels,
    comment_disabled: creator.isCommentDisabled,
    duet_disabled: creator.isDuetDisabled,
    stitch_disabled: creator.isStitchDisabled,
    max_video_post_duration_sec: creator.videoSecondsMax,
  }
}
