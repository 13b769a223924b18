import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { type Creator, readCreator } from './creator.ts'
import type { Options } from './platform.ts'

type PostInfo = { readonly [key: string]: Json }

export const isDraft = ({ draft }: Attempt<Options>) => draft.options.mode === 'draft'

/** Builds `post_info` of the request. A direct post reads the person's settings first. */
export async function buildPostInfo(session: Session, attempt: Attempt<Options>): Promise<PostInfo> {
  const { text, media, options } = attempt.draft
  const isPhoto = media.every((medium) => getMediaKind(medium) === 'image')
  const { title, brand_content_toggle = false, brand_organic_toggle = false, ...rest } = options
  const texts = isPhoto ? { ...(title !== undefined && { title }), description: text } : { title: text }
  if (isDraft(attempt)) return isPhoto ? texts : {}
  const creator = await readCreator(session)
  checkDuration(attempt, creator)
  return {
    ...texts,
    privacy_level: selectPrivacyLevel(creator, rest.privacy_level),
    disable_comment: creator.isCommentDisabled || (rest.disable_comment ?? false),
    brand_content_toggle,
    brand_organic_toggle,
    ...(isPhoto
      ? { auto_add_music: rest.auto_add_music ?? false }
      : {
          disable_duet: creator.isDuetDisabled || (rest.disable_duet ?? false),
          disable_stitch: creator.isStitchDisabled || (rest.disable_stitch ?? false),
          is_aigc: rest.is_aigc ?? false,
          ...(rest.video_cover_timestamp_ms !== undefined && {
            video_cover_timestamp_ms: rest.video_cover_timestamp_ms,
          }),
        }),
  }
}

function selectPrivacyLevel({ privacyLevels }: Creator, requested: string | undefined): string {
  const level = requested ?? (privacyLevels.includes('PUBLIC_TO_EVERYONE') ? 'PUBLIC_TO_EVERYONE' : privacyLevels[0])
  if (level !== undefined && privacyLevels.includes(level)) return level
  throw new PlatformError('invalid', `The account does not offer the privacy level ${level ?? ''}.`, {
    rule: 'tiktok.privacy_level.unavailable',
    remediation: `Send the option privacy_level with one of: ${privacyLevels.join(', ')}.`,
  })
}

function checkDuration({ draft }: Attempt<Options>, { videoSecondsMax }: Creator): void {
  const seconds = Math.max(0, ...draft.media.map(({ durationSeconds }) => durationSeconds ?? 0))
  if (videoSecondsMax === null || seconds <= videoSecondsMax) return
  throw new PlatformError('invalid', `This account may post videos of up to ${videoSecondsMax} seconds.`, {
    rule: 'tiktok.video.account_duration',
    remediation: 'Shorten the video.',
  })
}
