import { getMediaKind } from '../limits.ts'
import type { Draft } from '../publish.ts'
import type { Json } from '../session.ts'
import type { Body } from './client.ts'
import type { Options } from './platform.ts'

const TITLE_MAX = 400

/** The `content` of a post: an article, several images, or one file. */
export function buildContent(draft: Draft<Options>, urns: readonly string[]): Json | undefined {
  const { article, document_title, alt_texts = [] } = draft.options
  const buildAltText = (index: number) => {
    const altText = alt_texts[index] ?? draft.media[index]?.altText
    return altText ? { altText } : {}
  }
  const [urn] = urns
  const [medium] = draft.media
  if (article) {
    const { url, title = readFirstLine(draft.text) ?? new URL(url).hostname, description } = article
    return {
      article: {
        source: url,
        title,
        ...(description !== undefined && { description }),
        ...(urn && { thumbnail: urn }),
      },
    }
  }
  if (urn === undefined || !medium) return undefined
  if (urns.length > 1) return { multiImage: { images: urns.map((id, index) => ({ id, ...buildAltText(index) })) } }
  if (getMediaKind(medium) === 'document')
    return { media: { id: urn, title: document_title ?? readFirstLine(draft.text) ?? 'Document' } }
  return { media: { id: urn, ...(getMediaKind(medium) === 'image' && buildAltText(0)) } }
}

/** The files that a post shows, in their order. */
export function listMediaUrns(content: Body): string[] {
  if (Array.isArray(content?.multiImage?.images)) return content.multiImage.images.map(({ id }: Body) => String(id))
  return typeof content?.media?.id === 'string' ? [content.media.id] : []
}

function readFirstLine(text: string): string | undefined {
  const line = text.trim().split('\n', 1)[0]?.trim().slice(0, TITLE_MAX)
  return line ? line.toWellFormed() : undefined
}
