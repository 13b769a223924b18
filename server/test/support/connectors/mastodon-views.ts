// oxlint-disable-next-line typescript/no-explicit-any -- media of every shape
type Any = any

export function mediumView({ id, mime, description }: Any, isReady: boolean): Any {
  return {
    id,
    type: mime.startsWith('video/') ? 'video' : 'image',
    description: description || null,
    url: isReady ? `https://files.example.com/${id}` : null,
  }
}

export function htmlOf(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;')
  return `<p>${safe.replaceAll('\n\n', '</p><p>').replaceAll('\n', '<br />')}</p>`
}

export function describeInstance(maxCharacters: number): Any {
  return {
    domain: 'mastodon.example',
    version: '4.7.0',
    configuration: {
      statuses: { max_characters: maxCharacters, max_media_attachments: 4, characters_reserved_per_url: 23 },
      media_attachments: {
        supported_mime_types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'audio/mpeg'],
        description_limit: 1500,
        image_size_limit: 16_777_216,
        image_matrix_limit: 33_177_600,
        video_size_limit: 103_809_024,
        video_matrix_limit: 8_294_400,
      },
    },
  }
}

/** Newest first; with `min_id`, the page right after that id. */
export function pageOf(all: Any[], query: URLSearchParams, usual: number, most: number): Any[] {
  const limit = Math.min(Number(query.get('limit') ?? usual), most)
  const from = query.get('min_id')
  const to = Number(query.get('max_id') ?? Number.POSITIVE_INFINITY)
  const sorted = all.filter(({ id }) => Number(id) < to).toSorted((a, b) => Number(a.id) - Number(b.id))
  if (from === null) return sorted.toReversed().slice(0, limit)
  return sorted
    .filter(({ id }) => Number(id) > Number(from))
    .slice(0, limit)
    .toReversed()
}
