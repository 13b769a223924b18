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

export function renderHtml(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;')
  return `<p>${safe.replaceAll('\n\n', '</p><p>').replaceAll('\n', '<br />')}</p>`
}

export function describeInstance(maxCharacters: number): Any {
  return {
    domain: 'mastodon.example',
    version: '4.7.0',
    source_url: 'https://github.com/mastodon/mastodon',
    api_versions: { mastodon: 9 },
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

/** Ids of one server sort by their length, then by their letters. */
const isBefore = (a: string, b: string) => a.length < b.length || (a.length === b.length && a < b)

/** Newest first; with `min_id`, the page right after that id. */
export function paginate(all: Any[], query: URLSearchParams, usual: number, most: number): Any[] {
  const limit = Math.min(Number(query.get('limit') ?? usual), most)
  const from = query.get('min_id')
  const to = query.get('max_id')
  const sorted = all
    .filter(({ id }) => to === null || isBefore(id, to))
    .toSorted((a, b) => (isBefore(a.id, b.id) ? -1 : 1))
  if (from === null) return sorted.toReversed().slice(0, limit)
  return sorted
    .filter(({ id }) => isBefore(from, id))
    .slice(0, limit)
    .toReversed()
}

/** The header that says what a page covers, also when items of it are left out. */
export function buildLinkHeader(origin: string, path: string, page: readonly Any[], query: URLSearchParams) {
  if (page.length === 0) return {}
  const link = (name: string, id: string, rel: string) => {
    const search = new URLSearchParams(query)
    for (const position of ['min_id', 'max_id', 'since_id']) search.delete(position)
    search.set(name, id)
    return `<${origin}${path}?${search.toString()}>; rel="${rel}"`
  }
  const newer = query.has('min_id') ? 'min_id' : 'since_id'
  return { link: `${link('max_id', page.at(-1).id, 'next')}, ${link(newer, page[0].id, 'prev')}` }
}

/** The parts of a form with a file, as far as the tests look at them. */
export function readUpload(type: string, bytes: Buffer) {
  const text = bytes.toString('latin1')
  // RFC 2046: a boundary that is not a token must be quoted.
  const boundary = /boundary=([\w'+.-]{1,70})$/.exec(type)?.[1]
  if (!boundary || !text.trimEnd().endsWith(`--${boundary}--`)) return undefined
  const parts = text.split(`--${boundary}`).slice(1, -1)
  const read = (name: string) => parts.find((part) => part.includes(`name="${name}"`))
  const file = read('file')
  return {
    mime: /content-type: (\S+)/i.exec(file ?? '')?.[1] ?? '',
    description: Buffer.from(read('description')?.split('\r\n\r\n')[1]?.trimEnd() ?? '', 'latin1').toString(),
    size: file === undefined ? 0 : file.slice(file.indexOf('\r\n\r\n') + 4, -2).length,
  }
}
