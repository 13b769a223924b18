import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind } from '../limits.ts'
import type { Draft, Problem } from '../publish.ts'
import type { SessionEntity } from '../session.ts'
import { limits, type Options } from './platform.ts'

const PHOTO_TEXT_MAX = 4000
const VIDEO_SIDE_MIN = 360

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const isPhoto = draft.media.length > 0 && draft.media.every((medium) => getMediaKind(medium) === 'image')
  const max = isPhoto ? PHOTO_TEXT_MAX : limits.text.max
  const problems: Problem[] = checkLimits('tiktok', { ...limits, text: { max, unit: 'characters' } }, draft)
  // TikTok counts UTF-16: an emoji is two or more.
  if (problems.length === 0 && draft.text.length > max)
    problems.push({
      rule: 'tiktok.text.max_utf16',
      path: ['content'],
      message: `The text has ${draft.text.length} UTF-16 units, at most ${max} fit.`,
      remediation: 'Shorten the text; an emoji counts as two or more.',
    })
  return [...problems, ...checkVideo(draft, metadata), ...checkOptions(draft, isPhoto, metadata)]
}

function checkVideo({ media }: Draft<Options>, metadata: SessionEntity['metadata']): Problem[] {
  const max = Number(metadata['max_video_post_duration_sec'] ?? Number.POSITIVE_INFINITY)
  return media.flatMap((medium, index) => {
    if (getMediaKind(medium) !== 'video') return []
    const { durationSeconds, width, height } = medium
    const problem = (rule: string, message: string, remediation: string): Problem => ({
      rule: `tiktok.video.${rule}`,
      path: ['media_ids', index],
      message,
      remediation,
    })
    const side = Math.min(width ?? VIDEO_SIDE_MIN, height ?? VIDEO_SIDE_MIN)
    return [
      ...(side < VIDEO_SIDE_MIN
        ? [
            problem(
              'min_side',
              `The video has ${side} pixels on its shorter side, 360 are needed.`,
              'Use a larger one.',
            ),
          ]
        : []),
      ...(durationSeconds !== null && durationSeconds > max && durationSeconds <= 600
        ? [problem('account_duration', `This account may post videos of up to ${max} seconds.`, 'Shorten the video.')]
        : []),
    ]
  })
}

function checkOptions(draft: Draft<Options>, isPhoto: boolean, metadata: SessionEntity['metadata']): Problem[] {
  const options = draft.options
  const problems: Problem[] = []
  const add = (rule: string, option: keyof Options, message: string, remediation: string) =>
    problems.push({ rule: `tiktok.${rule}`, path: ['options', option], message, remediation })
  const offered = metadata['privacy_level_options'] as readonly string[] | undefined
  const { privacy_level: privacy, mode } = options
  if (privacy !== undefined && mode !== 'draft' && offered && offered.length > 0 && !offered.includes(privacy))
    add('privacy_level.unavailable', 'privacy_level', `The account offers ${offered.join(', ')}.`, 'Use one of these.')
  if (privacy === 'SELF_ONLY' && options.brand_content_toggle)
    add('privacy_level.branded', 'privacy_level', 'Paid partnerships cannot be private.', 'Use another privacy level.')
  const photoOptions = ['title', 'photo_cover_index', 'auto_add_music'] as const
  const videoOptions = ['disable_duet', 'disable_stitch', 'video_cover_timestamp_ms', 'is_aigc'] as const
  for (const option of draft.media.length === 0 ? [] : isPhoto ? videoOptions : photoOptions)
    if (options[option] !== undefined)
      add('option.other_kind', option, `${option} is for ${isPhoto ? 'videos' : 'photos'} only.`, 'Remove the option.')
  if ((options.photo_cover_index ?? 0) >= Math.max(1, draft.media.length))
    add('photo_cover_index.range', 'photo_cover_index', 'The post has fewer photos.', 'Count the photos from 0.')
  return problems
}
