import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, getMediaKind, isFarTooLong, type Limits, measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Problem } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { limits, type Options } from './platform.ts'
import { countsLikeMastodon, type Description, readFields } from './server-kind.ts'

/** Bounds our counting, whatever limit a server claims. No known server allows more. */
const CHARACTERS_MAX = 200_000
const CHARACTERS_PER_URL = 23
/** The limit of Mastodon 4.5 and before, for servers that report none. */
const ALT_TEXT_MAX = 1500

interface InstanceLimits {
  readonly max_characters?: number
  readonly characters_per_url?: number
  readonly max_media?: number
  readonly image_bytes_max?: number
  readonly video_bytes_max?: number
  readonly image_pixels_max?: number
  readonly video_pixels_max?: number
  readonly description_max?: number
  readonly description_min?: number
  readonly mime_types?: readonly string[]
}

const MimeTypes = Type.Array(Type.String(), { minItems: 1 })

/**
 * Reads the limits of `/api/v2/instance` or `/api/v1/instance`. Servers leave out limits that they do not have, or put them at the
 * top level.
 */
export function readInstanceLimits(description: Description): { readonly [key: string]: Json } {
  const configuration = readFields(description['configuration'])
  const statuses = readFields(configuration['statuses'])
  const media = readFields(configuration['media_attachments'])
  const numbers = {
    max_characters: statuses['max_characters'] ?? description['max_toot_chars'],
    characters_per_url: statuses['characters_reserved_per_url'],
    max_media: statuses['max_media_attachments'] ?? description['max_media_attachments'],
    image_bytes_max: media['image_size_limit'] ?? description['upload_limit'],
    video_bytes_max: media['video_size_limit'] ?? description['upload_limit'],
    image_pixels_max: media['image_matrix_limit'],
    video_pixels_max: media['video_matrix_limit'],
    description_max: media['description_limit'] ?? description['description_limit'],
    description_min: media['description_minimum'],
  } satisfies Record<Exclude<keyof InstanceLimits, 'mime_types'>, unknown>
  const mimeTypes = tryRead(MimeTypes, media['supported_mime_types'])
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(isLimit)),
    ...(mimeTypes && { mime_types: mimeTypes }),
  }
}

function isLimit(entry: [string, unknown]): entry is [string, number] {
  const [, value] = entry
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

export const validate: Connector<Options>['validate'] = (draft, entity) => {
  const own = (entity.metadata['limits'] ?? {}) as InstanceLimits
  const isMastodon = countsLikeMastodon(entity)
  const { spoiler_text = '', alt_texts = [] } = draft.options
  const all = mergeLimits(own, isMastodon)
  const isCounted = isMastodon && !isFarTooLong(draft.text, all.text)
  const counted = isCounted ? toCountedText(draft.text, own.characters_per_url) : draft.text
  // A post may have a content warning and no text: the warning then counts as the text.
  const problems: Problem[] = checkLimits('mastodon', all, { ...draft, text: `${spoiler_text}${counted}` })
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `mastodon.${rule}`, path, message, remediation })
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      `There are ${alt_texts.length} alternative texts for ${draft.media.length} media.`,
      'Give one text for each medium, in the same order.',
    )
  const { description_max: longest = ALT_TEXT_MAX, description_min: shortest = 0 } = own
  draft.media.forEach((medium, index) => {
    const path = alt_texts[index] === undefined ? ['media_ids', index] : ['options', 'alt_texts', index]
    const length = measureLength(alt_texts[index] ?? medium.altText ?? '', 'characters', longest)
    if (length > longest)
      add('alt_texts.max_characters', path, `At most ${longest} characters fit.`, 'Shorten the alternative text.')
    else if (length < shortest)
      add(
        'alt_texts.min_characters',
        path,
        `This server wants an alternative text of at least ${shortest} characters for each medium.`,
        'Describe the medium in `options.alt_texts`.',
      )
  })
  draft.media.forEach((medium, index) => {
    const max = getMediaKind(medium) === 'video' ? own.video_pixels_max : own.image_pixels_max
    const pixels = (medium.width ?? 0) * (medium.height ?? 0)
    if (max !== undefined && pixels > max)
      add('media.max_pixels', ['media_ids', index], `${pixels} pixels, at most ${max} fit.`, 'Make it smaller.')
  })
  return problems
}

/** Checks the text of a reply or a message, with the handles that were added to it. */
export function assertTextFits({ entity }: Session, text: string): void {
  const [problem] = validate({ text, media: [], options: {} }, entity)
  if (!problem) return
  throw new PlatformError('invalid', problem.message, { rule: problem.rule, remediation: 'Shorten the text.' })
}

function mergeLimits(own: InstanceLimits, isMastodon: boolean): Limits {
  const { image, video } = limits
  const media = own.max_media ?? limits.mediaMax
  const selectMimes = (kind: string, fallback: readonly string[]) =>
    own.mime_types?.filter((mime) => mime.startsWith(kind)) ?? fallback
  return {
    ...limits,
    text: {
      max: Math.min(own.max_characters ?? limits.text.max, CHARACTERS_MAX),
      unit: isMastodon ? limits.text.unit : 'characters',
    },
    mediaMax: media,
    image: image && {
      countMax: media,
      bytesMax: own.image_bytes_max ?? image.bytesMax,
      mimes: selectMimes('image/', image.mimes),
    },
    video: video && {
      ...video,
      bytesMax: own.video_bytes_max ?? video.bytesMax,
      mimes: selectMimes('video/', video.mimes),
    },
  }
}

/** Gives every link the same length, and removes the server from each mention. */
function toCountedText(text: string, perUrl = CHARACTERS_PER_URL): string {
  const link = 'x'.repeat(perUrl >= 0 && perUrl <= 500 ? perUrl : CHARACTERS_PER_URL)
  return text
    .replaceAll(/https?:\/\/\S+/gi, link)
    .replaceAll(/(?<=^|[^\w/])(?<name>@\w(?:[\w.-]*\w)?)@[\w.-]+\w/g, '$<name>')
}
