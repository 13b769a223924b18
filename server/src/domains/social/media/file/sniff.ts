/** Every accepted type, with its display name. */
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

/** Number of leading bytes needed to detect the type; the library's own figure. */
export const SNIFF_BYTES = 4100

/** Accepted types by the names that the library distinguishes. */
const KINDS: Readonly<Record<string, Mime>> = {
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'application/illustrator': 'application/pdf',
}

/**
 * Detects the type from the first bytes. The type that the server states is ignored. The library is loaded by the first file, and
 * sees no more than these bytes, which bounds its work (decision 0020).
 */
export async function sniff(head: Buffer): Promise<Mime | undefined> {
  // The library reads further, to recognise animations, and does not recognise a truncated PNG.
  if (head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(head.subarray(0, SNIFF_BYTES)))?.mime ?? ''
  return mime in TYPES ? (mime as Mime) : KINDS[mime]
}
