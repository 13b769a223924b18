import type { Connector } from '../connector.ts'
import { checkLimits, isFarTooLong, kindOf, type Limits, lengthOf } from '../limits.ts'
import type { Problem } from '../publish.ts'
import type { Json } from '../session.ts'
import type { Body } from './instance.ts'
import { limits } from './platform.ts'

/** More than any known server allows. It bounds our counting, whatever limit a server claims. */
const CHARACTERS_MAX = 200_000
const CHARACTERS_PER_URL = 23

interface InstanceLimits {
  readonly max_characters?: number
  readonly characters_per_url?: number
  readonly max_media?: number
  readonly image_bytes_max?: number
  readonly video_bytes_max?: number
  readonly image_pixels_max?: number
  readonly video_pixels_max?: number
  readonly description_max?: number
  readonly mime_types?: readonly string[]
}

/** The limits in `/api/v2/instance`. */
export function readInstanceLimits({ configuration }: Body): { readonly [key: string]: Json } {
  const { statuses, media_attachments: media } = configuration ?? {}
  const read: InstanceLimits = {
    max_characters: statuses?.max_characters,
    characters_per_url: statuses?.characters_reserved_per_url,
    max_media: statuses?.max_media_attachments,
    image_bytes_max: media?.image_size_limit,
    video_bytes_max: media?.video_size_limit,
    image_pixels_max: media?.image_matrix_limit,
    video_pixels_max: media?.video_matrix_limit,
    description_max: media?.description_limit,
    mime_types: media?.supported_mime_types,
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined && value !== null))
}

export const validate: Connector['validate'] = (draft, { metadata }) => {
  const own = (metadata['limits'] ?? {}) as InstanceLimits
  const { spoiler_text = '', alt_texts = [] } = draft.options as { spoiler_text?: string; alt_texts?: string[] }
  const all = mergeLimits(own)
  const counted = isFarTooLong(draft.text, all.text) ? draft.text : countable(draft.text, own.characters_per_url)
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
  const longest = own.description_max ?? 1500
  alt_texts.forEach((alt, index) => {
    if (lengthOf(alt, 'graphemes', longest) > longest)
      add('alt_texts.max_graphemes', ['options', 'alt_texts', index], `At most ${longest} fit.`, 'Shorten the text.')
  })
  draft.media.forEach((medium, index) => {
    const max = kindOf(medium) === 'video' ? own.video_pixels_max : own.image_pixels_max
    const pixels = (medium.width ?? 0) * (medium.height ?? 0)
    if (max !== undefined && pixels > max)
      add('media.max_pixels', ['media_ids', index], `${pixels} pixels, at most ${max} fit.`, 'Make it smaller.')
  })
  return problems
}

function mergeLimits(own: InstanceLimits): Limits {
  const { image, video } = limits
  const media = own.max_media ?? limits.mediaMax
  const mimesOf = (kind: string, fallback: readonly string[]) =>
    own.mime_types?.filter((mime) => mime.startsWith(kind)) ?? fallback
  return {
    ...limits,
    text: { max: Math.min(own.max_characters ?? limits.text.max, CHARACTERS_MAX), unit: limits.text.unit },
    mediaMax: media,
    image: image && {
      countMax: media,
      bytesMax: own.image_bytes_max ?? image.bytesMax,
      mimes: mimesOf('image/', image.mimes),
    },
    video: video && {
      ...video,
      bytesMax: own.video_bytes_max ?? video.bytesMax,
      mimes: mimesOf('video/', video.mimes),
    },
  }
}

/** Every link counts with the same length, and a mention counts without its server. */
function countable(text: string, perUrl = CHARACTERS_PER_URL): string {
  const link = 'x'.repeat(perUrl >= 0 && perUrl <= 500 ? perUrl : CHARACTERS_PER_URL)
  return text
    .replaceAll(/https?:\/\/\S+/gi, link)
    .replaceAll(/(?<=^|[^\w/])(?<name>@\w(?:[\w.-]*\w)?)@[\w.-]+\w/g, '$<name>')
}
