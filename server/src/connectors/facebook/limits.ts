import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind } from '../limits.ts'
import type { Problem } from '../publish.ts'
import { limits, type Options } from './platform.ts'

const REEL_SECONDS = { min: 3, max: 90 }

export const validate: Connector<Options>['validate'] = (draft) => {
  const { link, kind } = draft.options
  const found = checkLimits('facebook', limits, draft)
  // A link is content enough.
  const problems: Problem[] = link === undefined ? found : found.filter(({ rule }) => rule !== 'facebook.post.empty')
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `facebook.${rule}`, path, message, remediation })
  if (link !== undefined && draft.media.length > 0)
    add('link.with_media', ['options', 'link'], 'A post has a link or media, not both.', 'Put the link into the text.')
  if (kind !== 'reel') return problems
  const [video] = draft.media
  if (draft.media.length !== 1 || !video || getMediaKind(video) !== 'video') {
    add('reel.video_required', ['media_ids'], 'A reel is exactly one video.', 'Give one video, or leave out `kind`.')
    return problems
  }
  const { durationSeconds: seconds, width, height } = video
  if (seconds !== null && (seconds < REEL_SECONDS.min || seconds > REEL_SECONDS.max))
    add('reel.duration', ['media_ids', 0], `A reel lasts 3 to 90 seconds, this video ${seconds}.`, 'Cut the video.')
  if (width !== null && height !== null && width >= height)
    add('reel.portrait', ['media_ids', 0], 'A reel is taller than wide (9:16).', 'Use an upright video.')
  return problems
}
