/** The smallest files that contain a size and a duration, made by hand: the picture itself does not matter here. */
const u16 = (n: number) => Buffer.from([n >> 8, n & 255])
const u32 = (n: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(n)
  return bytes
}
const le = (n: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntLE(n, 0, length)
  return bytes
}
const ascii = (text: string) => Buffer.from(text, 'latin1')

export function png(width: number, height: number): Buffer {
  const header = Buffer.concat([u32(13), ascii('IHDR'), u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0]), u32(0)])
  return Buffer.concat([ascii('\x89PNG\r\n\x1a\n'), header, u32(0), ascii('IEND'), u32(0xae426082)])
}

export interface JpegOptions {
  readonly orientation?: number
  /** Bytes of other segments before the picture, like colour profiles and thumbnails. */
  readonly padding?: number
}

export function jpeg(width: number, height: number, { orientation, padding = 0 }: JpegOptions = {}): Buffer {
  const segment = (marker: number, body: Buffer) =>
    Buffer.concat([Buffer.from([0xff, marker]), u16(body.length + 2), body])
  const parts = [Buffer.from([0xff, 0xd8]), segment(0xe0, ascii('JFIF\0\x01\x01\0\0\x01\0\x01\0\0'))]
  if (orientation !== undefined) {
    const entry = Buffer.concat([u16(0x0112), u16(3), u32(1), u16(orientation), u16(0)])
    parts.push(segment(0xe1, Buffer.concat([ascii('Exif\0\0MM\0*'), u32(8), u16(1), entry, u32(0)])))
  }
  for (let left = padding; left > 0; left -= 65_000)
    parts.push(segment(0xe2, Buffer.alloc(Math.min(left, 65_000), 0xff)))
  const frame = Buffer.concat([Buffer.from([8]), u16(height), u16(width), Buffer.from([1, 1, 0x11, 0])])
  return Buffer.concat([...parts, segment(0xc2, frame), segment(0xda, Buffer.alloc(8)), Buffer.from([0xff, 0xd9])])
}

export function gif(width: number, height: number): Buffer {
  return Buffer.concat([ascii('GIF89a'), le(width, 2), le(height, 2), Buffer.from([0, 0, 0, 0x3b])])
}

export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const body = {
    'VP8 ': Buffer.concat([Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a]), le(width, 2), le(height, 2)]),
    VP8L: Buffer.concat([Buffer.from([0x2f]), le((width - 1) | ((height - 1) << 14), 4), Buffer.alloc(5)]),
    VP8X: Buffer.concat([Buffer.alloc(4), le(width - 1, 3), le(height - 1, 3)]),
  }[kind]
  const chunk = Buffer.concat([ascii(kind), le(body.length, 4), body])
  return Buffer.concat([ascii('RIFF'), le(chunk.length + 4, 4), ascii('WEBP'), chunk])
}

export const pdf = ascii('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')

export interface MovieOptions {
  readonly brand?: string
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  readonly isTurned?: boolean
  readonly hasVideo?: boolean
  readonly isLong?: boolean
  /** Puts the index after the pictures, as cameras do. */
  readonly isIndexLast?: boolean
  readonly mdatBytes?: number
  /** Duration in `mehd`, as in a fragmented file. */
  readonly fragmentSeconds?: number
}

const box = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), ascii(type), body])
}

/** Builds everything of a movie except its pictures; `mdat` must follow. */
export function movieIndex(options: MovieOptions = {}): Buffer {
  const { width = 1280, height = 720, seconds = 12.5, isTurned = false, hasVideo = true, isLong = false } = options
  const wide = (n: number) => (isLong ? Buffer.concat([u32(0), u32(n)]) : u32(n))
  const version = Buffer.from([isLong ? 1 : 0, 0, 0, 0])
  const mvhd = box('mvhd', version, wide(0), wide(0), u32(1000), wide(seconds * 1000), Buffer.alloc(80))
  const matrix = isTurned
    ? [u32(0), u32(65_536), u32(0), u32(0xffff0000), u32(0), u32(0), u32(0), u32(0), u32(0x40000000)]
    : [u32(65_536), u32(0), u32(0), u32(0), u32(65_536), u32(0), u32(0), u32(0), u32(0x40000000)]
  const times = [wide(0), wide(0), u32(1), u32(0), wide(seconds * 1000), Buffer.alloc(16)]
  const tkhd = box('tkhd', version, ...times, ...matrix, u32(width * 65_536), u32(height * 65_536))
  const trak = (kind: string) =>
    box('trak', tkhd, box('mdia', box('hdlr', u32(0), u32(0), ascii(kind), Buffer.alloc(13))))
  const mvex =
    options.fragmentSeconds === undefined ? [] : [box('mvex', box('mehd', u32(0), u32(options.fragmentSeconds * 1000)))]
  return box('moov', mvhd, trak('soun'), ...(hasVideo ? [trak('vide')] : []), ...mvex)
}

export const movieStart = (brand = 'isom') => box('ftyp', ascii(brand), u32(512), ascii('isomiso2'))

/** Builds the header of a picture box of this many bytes. */
export const movieData = (bytes: number) => Buffer.concat([u32(bytes + 8), ascii('mdat')])

export function movie(options: MovieOptions = {}): Buffer {
  const { brand, isIndexLast = false, mdatBytes = 100_000 } = options
  const data = Buffer.concat([movieData(mdatBytes), Buffer.alloc(mdatBytes, 7)])
  const index = movieIndex(options)
  return Buffer.concat([movieStart(brand), ...(isIndexLast ? [data, index] : [index, data])])
}

/** A size in eight bytes, or one that means "to the end". */
const element = (id: number[], body: Buffer, isOpen = false) =>
  Buffer.concat([
    Buffer.from([...id, 0x01]),
    isOpen ? Buffer.alloc(7, 0xff) : Buffer.concat([Buffer.alloc(3), u32(body.length)]),
    body,
  ])

export interface WebmOptions {
  readonly seconds?: number
  readonly docType?: string
  readonly isOpen?: boolean
}

export function webm(
  width: number,
  height: number,
  { seconds, docType = 'webm', isOpen = false }: WebmOptions = {},
): Buffer {
  const header = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 | docType.length]), ascii(docType)])
  const length = Buffer.alloc(8)
  length.writeDoubleBE((seconds ?? 0) * 1000)
  const info = [
    element([0x2a, 0xd7, 0xb1], u32(1_000_000)),
    ...(seconds === undefined ? [] : [element([0x44, 0x89], length)]),
  ]
  const size = Buffer.concat([element([0xb0], u16(width)), element([0xba], u16(height))])
  const tracks = element([0xae], Buffer.concat([element([0xd7], Buffer.from([1])), element([0xe0], size)]))
  const parts = [
    element([0x15, 0x49, 0xa9, 0x66], Buffer.concat(info)),
    element([0x16, 0x54, 0xae, 0x6b], tracks),
    element([0x1f, 0x43, 0xb6, 0x75], Buffer.alloc(1000, 3), isOpen),
  ]
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 | header.length]),
    header,
    element([0x18, 0x53, 0x80, 0x67], Buffer.concat(parts), isOpen),
  ])
}
