const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Statuses are HTML, comments are shown as text. Any server may send the HTML, so each step takes linear time. */
export function plainText(html: string): string {
  return withoutTags(html.replaceAll(/<br\s*\/?>/gi, '\n').replaceAll(/<\/p>\s*<p[^>]*>/gi, '\n\n'))
    .replaceAll(/&(?:#(?<dec>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>\w{1,8}));/gi, (whole, ...rest) => {
      const { dec, hex, name } = rest.at(-1) as { dec?: string; hex?: string; name?: string }
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = dec ? Number(dec) : Number.parseInt(hex ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()
}

/** Not a regular expression: it would search for the end of a tag from each `<`, which is quadratic when there is none. */
function withoutTags(html: string): string {
  let text = ''
  let from = 0
  for (;;) {
    const open = html.indexOf('<', from)
    if (open === -1) return text + html.slice(from)
    const isTag = /[a-z/!?]/i.test(html.charAt(open + 1))
    text += html.slice(from, isTag ? open : open + 1)
    const close = isTag ? html.indexOf('>', open) : open
    if (close === -1) return text
    from = close + 1
  }
}
