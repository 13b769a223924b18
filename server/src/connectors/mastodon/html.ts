const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A status comes as HTML; a comment is shown as text. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/p>\s*<p[^>]*>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(?<dec>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>\w+));/gi, (whole, ...rest) => {
      const { dec, hex, name } = rest.at(-1) as { dec?: string; hex?: string; name?: string }
      if (name) return ENTITIES[name.toLowerCase()] ?? whole
      const code = dec ? Number(dec) : Number.parseInt(hex ?? '', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()
}
