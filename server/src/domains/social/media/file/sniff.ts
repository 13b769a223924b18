/** Every type that is taken in, by its name for people. */
export const TYPES = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'video/mp4': 'MP4',
  'video/quicktime': 'QuickTime',
  'video/webm': 'WebM',
  'application/pdf': 'PDF',
} as const

export type Mime = keyof typeof TYPES

/** So many first bytes are enough to tell. */
export const SNIFF_BYTES = 64

/** ISO base media files that are no video: their brands. */
const NO_VIDEO = /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs]|M4A |M4B |jp2 |jpx |crx )/
/** QuickTime files from before there was `ftyp` begin with one of these. */
const OLD_MOVIE = /^(?:moov|mdat|wide|free|skip|pnot)$/

/** What the first bytes show. What a server says about them is not asked. */
export function sniff(head: Buffer): Mime | undefined {
  const text = head.subarray(0, SNIFF_BYTES).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (text.startsWith('%PDF-')) return 'application/pdf'
  if (text.startsWith('\x1a\x45\xdf\xa3') && /B\x82.webm/s.test(text)) return 'video/webm'
  const [box, brand] = [text.slice(4, 8), text.slice(8, 12)]
  if (box === 'ftyp') return brand === 'qt  ' ? 'video/quicktime' : NO_VIDEO.test(brand) ? undefined : 'video/mp4'
  return OLD_MOVIE.test(box) ? 'video/quicktime' : undefined
}
