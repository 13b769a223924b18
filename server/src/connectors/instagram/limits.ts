import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind } from '../limits.ts'
import type { Draft, Problem } from '../publish.ts'
import { limits, type Options } from './platform.ts'

const HASHTAGS_MAX = 30
const MENTIONS_MAX = 20
const STORY_SECONDS_MAX = 60

/** Returns the form in which the draft is published. A single video is always a reel. */
export function selectPostFormat({ media, options }: Draft<Options>): 'image' | 'carousel' | 'reel' | 'story' {
  if (options.kind === 'story') return 'story'
  if (media.length > 1) return 'carousel'
  return media[0] && getMediaKind(media[0]) === 'video' ? 'reel' : 'image'
}

export const validate: Connector<Options>['validate'] = (draft) => {
  const { text, media, options } = draft
  const { kind } = options
  const form = selectPostFormat(draft)
  // A story fills the screen: the proportions of the feed do not apply.
  const problems: Problem[] = checkLimits('instagram', limits, draft).filter(
    ({ rule }) => form !== 'story' || rule !== 'instagram.image.ratio',
  )
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `instagram.${rule}`, path, message, remediation })
  if (kind === 'reel' && form !== 'reel')
    add('reel.video_required', ['media_ids'], 'A reel is exactly one video.', 'Give one video, or leave out `kind`.')
  if (form === 'story' && media.length > 1)
    add('story.one_medium', ['media_ids'], 'A story is one image or video.', 'Make a story of each.')
  if (form === 'story' && text.trim() !== '')
    add('story.text', ['content'], 'A story has no caption.', 'Send an empty `content` for this target.')
  media.forEach(({ durationSeconds }, index) => {
    if (form === 'story' && (durationSeconds ?? 0) > STORY_SECONDS_MAX)
      add('story.duration', ['media_ids', index], 'A video of a story lasts at most 60 seconds.', 'Cut the video.')
  })
  const bounded = text.slice(0, limits.text.max * 2)
  if ((bounded.match(/#[^\s#]/g)?.length ?? 0) > HASHTAGS_MAX)
    add('text.hashtags', ['content'], `At most ${HASHTAGS_MAX} hashtags fit.`, 'Remove some hashtags.')
  if ((bounded.match(/@[A-Za-z0-9._]/g)?.length ?? 0) > MENTIONS_MAX)
    add('text.mentions', ['content'], `At most ${MENTIONS_MAX} people can be mentioned.`, 'Remove some mentions.')
  return problems
}
