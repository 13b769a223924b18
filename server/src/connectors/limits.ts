import type { Draft, DraftMedia, Problem } from './publish.ts'

export interface MediaLimits {
  readonly countMax: number
  readonly bytesMax: number
  readonly mimes: readonly string[]
  readonly widthMax?: number
  readonly heightMax?: number
  readonly durationSecondsMax?: number
}

/** A platform's rules for posts, as data: checked here, and shown by `GET /v1/platforms`. */
export interface Limits {
  readonly text: { readonly max: number; readonly unit: 'characters' | 'graphemes' | 'bytes' }
  /** False where a post must show something. */
  readonly allowsTextOnly: boolean
  readonly mediaMax: number
  readonly image: MediaLimits | null
  readonly video: MediaLimits | null
  /** Whether one post may hold images and videos. */
  readonly allowsMixedMedia: boolean
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Counted no further than one beyond `atMost`. */
export function lengthOf(text: string, unit: Limits['text']['unit'], atMost = Number.POSITIVE_INFINITY): number {
  if (unit === 'bytes') return Buffer.byteLength(text)
  let length = 0
  for (const _ of unit === 'graphemes' ? graphemes.segment(text) : text) if (++length > atMost) break
  return length
}

/** One sign may be many code units, such as a family or a letter with accents, but a text of such signs alone is no text. */
const CODE_UNITS_PER_SIGN = 50

/** Seen without counting: too long for any way of counting. */
export function isFarTooLong(text: string, { max }: Limits['text']): boolean {
  return text.length > max * CODE_UNITS_PER_SIGN
}

/** What is wrong with a length, in words; undefined when it fits. Beyond twice what fits nobody needs to know how long it is. */
function excessOf(text: string, limit: Limits['text']): string | undefined {
  const { max, unit } = limit
  const counted = isFarTooLong(text, limit) ? Number.POSITIVE_INFINITY : lengthOf(text, unit, 2 * max)
  if (counted <= max) return undefined
  return `The text has ${counted > 2 * max ? `more than ${2 * max}` : counted} ${unit}, at most ${max} fit.`
}

/** The rules that every platform has in some measure; a connector adds its own to what this finds. */
export function checkLimits(platform: string, limits: Limits, { text, media }: Draft): Problem[] {
  const problems: Problem[] = []
  const broken = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `${platform}.${rule}`, path, message, remediation })
  const excess = excessOf(text, limits.text)
  if (excess !== undefined) broken(`text.max_${limits.text.unit}`, ['content'], excess, 'Shorten the text.')
  if (text.trim() === '' && media.length === 0)
    broken('post.empty', ['content'], 'The post has neither text nor media.', 'Add a text or a medium.')
  if (media.length === 0 && !limits.allowsTextOnly)
    broken('media.required', ['media_ids'], 'A post needs an image or a video.', 'Add a medium.')
  if (media.length > limits.mediaMax)
    broken(
      'media.max_count',
      ['media_ids'],
      `${media.length} media, at most ${limits.mediaMax} fit.`,
      'Take some media away.',
    )
  const kinds = new Set(media.map(kindOf))
  if (kinds.size > 1 && !limits.allowsMixedMedia)
    broken('media.mixed', ['media_ids'], 'Images and videos do not go into one post.', 'Make two posts of it.')
  for (const kind of ['image', 'video'] as const) {
    const count = media.filter((medium) => kindOf(medium) === kind).length
    const most = limits[kind]?.countMax ?? 0
    if (limits[kind] && count > most)
      broken(`${kind}.max_count`, ['media_ids'], `${count} of kind ${kind}, at most ${most} fit.`, 'Take some away.')
  }
  media.forEach((medium, index) => {
    for (const { rule, message, remediation } of checkMedium(limits, medium))
      broken(rule, ['media_ids', index], message, remediation)
  })
  return problems
}

export function kindOf({ mime }: Pick<DraftMedia, 'mime'>): 'image' | 'video' | 'other' {
  if (mime.startsWith('image/')) return 'image'
  return mime.startsWith('video/') ? 'video' : 'other'
}

/** What is wrong with one medium for a platform, whatever post it goes into. */
export function checkMedium(limits: Limits, medium: DraftMedia) {
  const kind = kindOf(medium)
  const most = kind === 'other' ? null : limits[kind]
  if (!most?.mimes.includes(medium.mime)) {
    const taken = [limits.image, limits.video].flatMap((one) => one?.mimes ?? [])
    const remediation = taken.length > 0 ? `Use one of: ${taken.join(', ')}.` : 'Publish the text alone.'
    return [{ rule: 'media.type', message: `${medium.mime} is not taken.`, remediation }]
  }
  const over = (rule: string, value: number | null, max: number | undefined, unit: string) =>
    value !== null && max !== undefined && value > max
      ? [
          {
            rule: `${kind}.max_${rule}`,
            message: `The ${kind} has ${value} ${unit}, at most ${max} fit.`,
            remediation: `Use a ${kind} with fewer ${unit}.`,
          },
        ]
      : []
  return [
    ...over('bytes', medium.bytes, most.bytesMax, 'bytes'),
    ...over('width', medium.width, most.widthMax, 'pixels across'),
    ...over('height', medium.height, most.heightMax, 'pixels down'),
    ...over('duration', medium.durationSeconds, most.durationSecondsMax, 'seconds'),
  ]
}
