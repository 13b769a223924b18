const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Line breaks before and after an element. */
const BREAKS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['li', 'div', 'tr', 'dt', 'dd'].map((name) => [name, 1])),
  ...Object.fromEntries(['p', 'blockquote', 'pre', 'ul', 'ol', 'dl', 'table', 'hr'].map((name) => [name, 2])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, 2])),
}

/** Converts the HTML of a status to text. Any server may send the HTML, so each step takes linear time. */
export function toPlainText(html: string): string {
  const parts: string[] = []
  let breaks = 0
  let openPres = 0
  for (const part of splitTags(html)) {
    if (part.tag === undefined) {
      const text = openPres > 0 ? part.text : part.text.replaceAll(/\s+/g, (blank) => (/\n/.test(blank) ? ' ' : blank))
      // Blank space between two blocks is not shown.
      if (breaks > 0 && text.trim() === '') continue
      if (parts.length > 0) parts.push('\n'.repeat(breaks))
      parts.push(breaks > 0 && openPres === 0 ? text.trimStart() : text)
      breaks = 0
    } else if (part.tag === 'br') breaks++
    else breaks = Math.max(breaks, BREAKS[part.tag] ?? 0)
    if (part.tag === 'pre') openPres = Math.max(0, openPres + (part.isClosing ? -1 : 1))
  }
  return decode(parts.join('')).trim()
}

interface HtmlToken {
  readonly text: string
  /** The name of an element; undefined for text. */
  readonly tag?: string
  readonly isClosing?: boolean
}

/** Splits HTML into tags and text. A regular expression would take quadratic time for many `<` without a `>`. */
function* splitTags(html: string): Generator<HtmlToken> {
  let textFrom = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', open + 1)) {
    if (!TAG_STARTS.has(html.charAt(open + 1).toLowerCase())) continue
    if (open > textFrom) yield { text: html.slice(textFrom, open) }
    const close = html.indexOf('>', open)
    if (close === -1) return
    const isClosing = html.charAt(open + 1) === '/'
    const [name = ''] = html.slice(open + (isClosing ? 2 : 1), Math.min(close, open + 14)).split(/[^a-z0-9]/i, 1)
    yield { text: '', tag: name.toLowerCase(), isClosing }
    textFrom = close + 1
    open = close
  }
  if (textFrom < html.length) yield { text: html.slice(textFrom) }
}

const TAG_STARTS = new Set('abcdefghijklmnopqrstuvwxyz/!?')

function decode(text: string): string {
  return text.replaceAll(/&(?:#(?<dec>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>\w{1,8}));/gi, (whole, ...rest) => {
    const { dec, hex, name } = rest.at(-1) as { dec?: string; hex?: string; name?: string }
    if (name) return ENTITIES[name.toLowerCase()] ?? whole
    const code = dec ? Number(dec) : Number.parseInt(hex ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
