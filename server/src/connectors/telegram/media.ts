import { buildFilename, type FilePart } from '../api/multipart.ts'
import { getMediaKind } from '../limits.ts'
import type { DraftMedia, ReadableMedia } from '../publish.ts'
import type { Params } from './bot-api.ts'

/** The form in which Telegram shows a file. */
export type MediaType = 'photo' | 'video' | 'animation' | 'document'

const METHODS = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
  document: 'sendDocument',
} as const satisfies Record<MediaType, string>

export function toMediaType(medium: Pick<DraftMedia, 'mime'>, asDocument: boolean): MediaType {
  const kind = getMediaKind(medium)
  if (asDocument || kind === 'document') return 'document'
  if (kind === 'video') return 'video'
  return medium.mime === 'image/gif' ? 'animation' : 'photo'
}

export interface Caption {
  readonly text: string
  readonly parseMode?: string | undefined
  readonly isAbove?: boolean | undefined
  readonly hasSpoiler?: boolean | undefined
}

/** A method that sends messages, and its content. */
export interface MediaCall {
  readonly method: string
  readonly params: Params
  readonly files: readonly FilePart[]
}

/** Builds the call that sends the media: one file, or an album. */
export function buildMediaCall(media: readonly ReadableMedia[], caption: Caption, asDocument: boolean): MediaCall {
  const [first] = media as [ReadableMedia]
  if (media.length === 1) {
    const type = toMediaType(first, asDocument)
    const file = { name: type, filename: buildFilename(first, type), medium: first }
    return {
      method: METHODS[type],
      params: { ...buildCaptionParams(caption, type), ...buildVideoParams(first, type) },
      files: [file],
    }
  }
  const parts = media.map((medium, index) => {
    const type = toMediaType(medium, asDocument)
    const name = `file${index}`
    return {
      file: { name, filename: buildFilename(medium, `${type}${index}`), medium },
      // The text of the first file is shown as the text of the album.
      item: {
        type,
        media: `attach://${name}`,
        ...buildCaptionParams(index === 0 ? caption : { ...caption, text: '' }, type),
        ...buildVideoParams(medium, type),
      },
    }
  })
  return {
    method: 'sendMediaGroup',
    params: { media: parts.map(({ item }) => item) },
    files: parts.map(({ file }) => file),
  }
}

function buildCaptionParams({ text, parseMode, isAbove, hasSpoiler }: Caption, type: MediaType): Params {
  return {
    ...(text !== '' && { caption: text }),
    ...(text !== '' && parseMode !== undefined && { parse_mode: parseMode }),
    ...(isAbove && type !== 'document' && { show_caption_above_media: true }),
    ...(hasSpoiler && type !== 'document' && { has_spoiler: true }),
  }
}

function buildVideoParams({ width, height, durationSeconds }: DraftMedia, type: MediaType): Params {
  if (type !== 'video') return {}
  return {
    supports_streaming: true,
    ...(width !== null && height !== null && { width, height }),
    ...(durationSeconds !== null && { duration: Math.round(durationSeconds) }),
  }
}
