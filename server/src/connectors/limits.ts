import type { Draft, DraftMedia, Problem } from './publish.ts'
import { splitGraphemes } from './text/graphemes.ts'
import { weightedLength } from './text/weighted-length.ts'

export interface MediaLimits {
  readonly countMax: number
  readonly bytesMax: number
  readonly mimes: readonly string[]
  /** Minimum pixels of the shorter side. */
  readonly sideMin?: number
  readonly widthMax?: number
  readonly heightMax?: number
  readonly durationSecondsMax?: number
  /** Types with their own limit. */
  readonly bytesMaxOf?: Readonly<Record<string, number>>
  readonly bytesMin?: number
  readonly durationSecondsMin?: number
  /** Maximum of width times height. */
  readonly pixelsMax?: number
  /** Minimum and maximum of width divided by height. */
  readonly ratio?: readonly [number, number]
}

/** A platform's rules for posts, as data: checked here and shown by `GET /v1/platforms`. */
export interface Limits {
  /** `weighted` counts as X does: most scripts 1, others and emoji 2, a link 23. */
  readonly text: { readonly max: number; readonly unit: 'characters' | 'graphemes' | 'bytes' | 'weighted' }
  /** False where a post requires an image or a video. */
  readonly allowsTextOnly: boolean
  readonly mediaMax: number
  readonly image: MediaLimits | null
  readonly video: MediaLimits | null
  /** PDF files; absent where a post cannot have one. */
  readonly document?: MediaLimits
  /** True if one post may have media of several kinds. */
  readonly allowsMixedMedia: boolean
}

/** Counts a text up to one more than `atMost`. The portal uses it too, so it uses no API of Node. */
export function measureLength(text: string, unit: Limits['text']['unit'], atMost = Number.POSITIVE_INFINITY): number {
  if (unit === 'bytes') return new TextEncoder().encode(text).length
  if (unit === 'weighted') return weightedLength(text, atMost)
  let length = 0
  for (const _ of unit === 'graphemes' ? splitGraphemes(text) : text) if (++length > atMost) break
  return length
}

/** A grapheme, such as a family emoji, may have many code units. No real text has more than this per grapheme. */
const CODE_UNITS_PER_GRAPHEME_MAX = 50

/** Returns true for a text that is too long in any unit, without counting it. */
export function isFarTooLong(text: string, { max }: Limits['text']): boolean {
  return text.length > max * CODE_UNITS_PER_GRAPHEME_MAX
}

const UNITS = { characters: 'characters', graphemes: 'characters', bytes: 'bytes', weighted: 'weighted characters' }

/** Describes by how much a text is too long; undefined when it fits. Counting stops at twice the limit, to bound the work. */
function describeExcess(text: string, limit: Limits['text']): string | undefined {
  const { max, unit } = limit
  const counted = isFarTooLong(text, limit) ? Number.POSITIVE_INFINITY : measureLength(text, unit, 2 * max)
  if (counted <= max) return undefined
  return `The text has ${counted > 2 * max ? `more than ${2 * max}` : counted} ${UNITS[unit]}, at most ${max} fit.`
}

/** Checks the rules that all platforms share; connectors add their own. */
export function checkLimits(platform: string, limits: Limits, { text, media }: Draft): Problem[] {
  const problems: Problem[] = []
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `${platform}.${rule}`, path, message, remediation })
  const excess = describeExcess(text, limits.text)
  if (excess !== undefined) add(`text.max_${limits.text.unit}`, ['content'], excess, 'Shorten the text.')
  if (text.trim() === '' && media.length === 0)
    add('post.empty', ['content'], 'The post has neither text nor media.', 'Add a text or a medium.')
  if (media.length === 0 && !limits.allowsTextOnly)
    add('media.required', ['media_ids'], 'A post needs an image or a video.', 'Add a medium.')
  if (media.length > limits.mediaMax)
    add(
      'media.max_count',
      ['media_ids'],
      `${media.length} media, at most ${limits.mediaMax} fit.`,
      'Remove some media.',
    )
  const kinds = new Set(media.map(getMediaKind))
  if (kinds.size > 1 && !limits.allowsMixedMedia)
    add('media.mixed', ['media_ids'], 'One post cannot have media of several kinds.', 'Make two posts.')
  for (const kind of ['image', 'video', 'document'] as const) {
    const count = media.filter((medium) => getMediaKind(medium) === kind).length
    const max = limits[kind]?.countMax ?? 0
    if (limits[kind] && count > max)
      add(`${kind}.max_count`, ['media_ids'], `${count} of kind ${kind}, at most ${max} fit.`, 'Remove some of them.')
  }
  media.forEach((medium, index) => {
    for (const { rule, message, remediation } of checkMedium(limits, medium))
      add(rule, ['media_ids', index], message, remediation)
  })
  return problems
}

export function getMediaKind({ mime }: Pick<DraftMedia, 'mime'>): 'image' | 'video' | 'document' | 'other' {
  if (mime.startsWith('image/')) return 'image'
  if (mime === 'application/pdf') return 'document'
  return mime.startsWith('video/') ? 'video' : 'other'
}

/** Returns the rules that a medium breaks on a platform, in any post. */
export function checkMedium(limits: Limits, medium: DraftMedia) {
  const kind = getMediaKind(medium)
  const max = kind === 'other' ? null : limits[kind]
  if (!max?.mimes.includes(medium.mime)) {
    const accepted = [limits.image, limits.video, limits.document].flatMap((one) => one?.mimes ?? [])
    const remediation = accepted.length > 0 ? `Use one of: ${accepted.join(', ')}.` : 'Publish the text without media.'
    return [{ rule: 'media.type', message: `${medium.mime} is not accepted.`, remediation }]
  }
  const one = kind === 'image' ? 'an image' : `a ${kind}`
  const over = (rule: string, value: number | null, most: number | undefined, unit: string) =>
    value !== null && most !== undefined && value > most
      ? [
          {
            rule: `${kind}.max_${rule}`,
            message: `The ${kind} has ${value} ${unit}, at most ${most} fit.`,
            remediation: `Use ${one} with fewer ${unit}.`,
          },
        ]
      : []
  const under = (rule: string, value: number | null, least: number | undefined, unit: string) =>
    value !== null && least !== undefined && value < least
      ? [
          {
            rule: `${kind}.min_${rule}`,
            message: `The ${kind} has ${value} ${unit}, at least ${least} are needed.`,
            remediation: `Use ${one} with more ${unit}.`,
          },
        ]
      : []
  const { width, height } = medium
  const isSized = width !== null && height !== null
  return [
    ...over('bytes', medium.bytes, max.bytesMaxOf?.[medium.mime] ?? max.bytesMax, 'bytes'),
    ...over('width', medium.width, max.widthMax, 'pixels across'),
    ...over('height', medium.height, max.heightMax, 'pixels down'),
    ...over('duration', medium.durationSeconds, max.durationSecondsMax, 'seconds'),
    ...over('pixels', isSized ? width * height : null, max.pixelsMax, 'pixels in all'),
    ...under('bytes', medium.bytes, max.bytesMin, 'bytes'),
    ...under('side', isSized ? Math.min(width, height) : null, max.sideMin, 'pixels on the shorter side'),
    ...under('duration', medium.durationSeconds, max.durationSecondsMin, 'seconds'),
    ...(isSized && max.ratio ? checkRatio(kind, width / height, max.ratio) : []),
  ]
}

function checkRatio(kind: string, ratio: number, [least, most]: readonly [number, number]) {
  if (ratio >= least && ratio <= most) return []
  const [shown, from, to] = [ratio, least, most].map((one) => Number(one.toFixed(2)))
  return [
    {
      rule: `${kind}.ratio`,
      message: `The ${kind} is ${shown} times as wide as high, from ${from} to ${to} is accepted.`,
      remediation: `Crop the ${kind}.`,
    },
  ]
}
