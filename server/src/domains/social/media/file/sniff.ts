/** Every accepted type, with its name for people. */
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

/** How many of the first bytes are needed to detect the type. */
export const SNIFF_BYTES = 64

/** Brands of ISO base media files that are not videos. */
const NO_VIDEO = /^(?:hei[cfmsx]|hev[cmsx]|mif1|msf1|avi[fs]|M4A |M4B |jp2 |jpx |crx )/
/** Old QuickTime files have no `ftyp` and start with one of these. */
const OLD_MOVIE = /^(?:moov|mdat|wide|free|skip|pnot)$/

/** Detects the type from the first bytes. What the server says about the type is ignored. */
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
