import type { GrantCall, Json } from '../session.ts'
import { type Body, request } from './client.ts'

/** What the person allows for posts. TikTok wants it to be asked before each post. */
export interface Creator {
  readonly privacyLevels: readonly string[]
  readonly isCommentDisabled: boolean
  readonly isDuetDisabled: boolean
  readonly isStitchDisabled: boolean
  readonly videoSecondsMax: number | null
}

export async function readCreator(call: GrantCall): Promise<Creator> {
  const data: Body = await request(call, 'POST', '/post/publish/creator_info/query/', { body: {} })
  const seconds = Number(data.max_video_post_duration_sec)
  return {
    privacyLevels: Array.isArray(data.privacy_level_options) ? data.privacy_level_options.map(String) : [],
    isCommentDisabled: data.comment_disabled === true,
    isDuetDisabled: data.duet_disabled === true,
    isStitchDisabled: data.stitch_disabled === true,
    videoSecondsMax: seconds > 0 ? seconds : null,
  }
}

/** As the entity's metadata have it, under TikTok's own names. */
export function describeCreator(creator: Creator): { readonly [key: string]: Json } {
  return {
    privacy_level_options: creator.privacyLevels,
    comment_disabled: creator.isCommentDisabled,
    duet_disabled: creator.isDuetDisabled,
    stitch_disabled: creator.isStitchDisabled,
    max_video_post_duration_sec: creator.videoSecondsMax,
  }
}
