import { getMediaKind } from '../limits.ts'
import { buildFilename, type FilePart } from '../multipart.ts'
import type { DraftMedia, ReadableMedia } from '../publish.ts'
import type { Json } from '../session.ts'

type Params = { readonly [name: string]: Json }

/** How Telegram shows a file. */
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

export interface MediaCall {
  readonly method: string
  readonly params: Params
  readonly files: readonly FilePart[]
}

/** The request that sends the media: one file, or an album. */
export function mediaCall(media: readonly ReadableMedia[], caption: Caption, asDocument: boolean): MediaCall {
  const [first] = media as [ReadableMedia]
  if (media.length === 1) {
    const shown = toMediaType(first, asDocument)
    const file = { name: shown, filename: buildFilename(first, shown), medium: first }
    return {
      method: METHODS[shown],
      params: { ...buildCaptionParams(caption, shown), ...buildVideoParams(first, shown) },
      files: [file],
    }
  }
  const parts = media.map((medium, index) => {
    const shown = toMediaType(medium, asDocument)
    const name = `file${index}`
    return {
      file: { name, filename: buildFilename(medium, `${shown}${index}`), medium },
      // The text of the first file is shown as the text of the album.
      item: {
        type: shown,
        media: `attach://${name}`,
        ...buildCaptionParams(index === 0 ? caption : { ...caption, text: '' }, shown),
        ...buildVideoParams(medium, shown),
      },
    }
  })
  return {
    method: 'sendMediaGroup',
    params: { media: parts.map(({ item }) => item) },
    files: parts.map(({ file }) => file),
  }
}

function buildCaptionParams({ text, parseMode, isAbove, hasSpoiler }: Caption, shown: MediaType): Params {
  return {
    ...(text !== '' && { caption: text }),
    ...(text !== '' && parseMode !== undefined && { parse_mode: parseMode }),
    ...(isAbove && shown !== 'document' && { show_caption_above_media: true }),
    ...(hasSpoiler && shown !== 'document' && { has_spoiler: true }),
  }
}

function buildVideoParams({ width, height, durationSeconds }: DraftMedia, shown: MediaType): Params {
  if (shown !== 'video') return {}
  return {
    supports_streaming: true,
    ...(width !== null && height !== null && { width, height }),
    ...(durationSeconds !== null && { duration: Math.round(durationSeconds) }),
  }
}
