import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Draft, Problem } from '../publish.ts'
import { type Options, youtube } from './platform.ts'
import { selectTitle } from './video.ts'

const TAGS_MAX = 500
const SHORT_SECONDS_MAX = 180
/** The longest video of a channel that has not verified a phone number. */
const UNVERIFIED_SECONDS_MAX = 900

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const isTooLong = draft.text.length > youtube.limits.text.max
  return [
    ...checkLimits(youtube.id, youtube.limits, draft),
    ...(isTooLong ? [] : checkText(draft)),
    ...checkVideo(draft, metadata['long_uploads']),
    ...checkOptions(draft.options),
  ]
}

const buildProblem = (rule: string, path: Problem['path'], message: string, remediation: string): Problem => ({
  rule: `youtube.${rule}`,
  path,
  message,
  remediation,
})

function checkText(draft: Draft<Options>): Problem[] {
  const { text } = draft
  return [
    ...(/[<>]/.test(text)
      ? [buildProblem('text.angle_brackets', ['content'], 'YouTube allows no < and > in a text.', 'Remove them.')]
      : []),
    ...(selectTitle(draft) === ''
      ? [buildProblem('title.missing', ['options', 'title'], 'The video has no title.', 'Send a title or a text.')]
      : []),
  ]
}

function checkVideo({ media, options }: Draft<Options>, longUploads: unknown): Problem[] {
  const [video] = media
  if (!video?.mime.startsWith('video/')) return []
  const { width, height, durationSeconds: seconds } = video
  const path = ['media_ids', 0]
  const problems: Problem[] = []
  const isUnverified = longUploads === 'eligible' || longUploads === 'disallowed'
  if (isUnverified && seconds !== null && seconds > UNVERIFIED_SECONDS_MAX)
    problems.push(
      buildProblem(
        'video.not_verified',
        path,
        `The channel may upload videos of up to ${UNVERIFIED_SECONDS_MAX} seconds.`,
        'Verify the channel at https://www.youtube.com/verify, then check its health here.',
      ),
    )
  if (!options.is_short) return problems
  if (width !== null && height !== null && width > height)
    problems.push(buildProblem('short.wide', path, 'A Short is upright or square.', 'Turn or crop the video.'))
  if (seconds !== null && seconds > SHORT_SECONDS_MAX)
    problems.push(buildProblem('short.long', path, `A Short has up to ${SHORT_SECONDS_MAX} seconds.`, 'Cut the video.'))
  return problems
}

/** Checks the rules between options, which the schema of a single option cannot express. */
function checkOptions({ tags = [], publish_at, privacy_status }: Options): Problem[] {
  // YouTube counts a comma between tags, and quotes around a tag with a space.
  const length = tags.reduce((sum, tag) => sum + measureLength(tag, 'characters') + (tag.includes(' ') ? 2 : 0) + 1, -1)
  return [
    ...(length > TAGS_MAX
      ? [
          buildProblem(
            'tags.max_characters',
            ['options', 'tags'],
            `The tags have ${length} characters, at most ${TAGS_MAX} fit.`,
            'Remove some tags.',
          ),
        ]
      : []),
    ...(tags.some((tag) => /[<>]/.test(tag))
      ? [buildProblem('tags.angle_brackets', ['options', 'tags'], 'YouTube allows no < and > in tags.', 'Remove them.')]
      : []),
    ...(publish_at !== undefined && privacy_status !== undefined && privacy_status !== 'private'
      ? [
          buildProblem(
            'publish_at.not_private',
            ['options', 'publish_at'],
            'YouTube publishes only private videos at a given time.',
            'Remove privacy_status, or schedule the post here instead.',
          ),
        ]
      : []),
  ]
}
