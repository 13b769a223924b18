import { type FileReader, MalformedFile } from './reader.ts'

export interface Dimensions {
  readonly width: number
  readonly height: number
}

export async function readPng(file: FileReader): Promise<Dimensions> {
  const head = await file.read(8, 16)
  if (head.toString('latin1', 4, 8) !== 'IHDR') throw new MalformedFile('The PNG does not start with its header.')
  return { width: head.readUInt32BE(8), height: head.readUInt32BE(12) }
}

export async function readGif(file: FileReader): Promise<Dimensions> {
  const head = await file.read(0, 10)
  if (!/^GIF8[79]a/.test(head.toString('latin1'))) throw new MalformedFile('The GIF has an unknown version.')
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

export async function readWebp(file: FileReader): Promise<Dimensions> {
  const head = await file.read(0, 30)
  if (head.readUInt32LE(4) + 8 > file.size) throw new MalformedFile('The WebP file is truncated.')
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') throw new MalformedFile('The WebP file contains no image.')
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Returns true for markers of segments that contain the size. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Returns the displayed size: a camera held upright stores a wide picture and an orientation that turns it. */
export async function readJpeg(file: FileReader): Promise<Dimensions> {
  let isTurned = false
  for (let at = 2; ; ) {
    const [fill, marker = 0] = await file.read(at, 2)
    if (fill !== 0xff) throw new MalformedFile('The JPEG is damaged before its image data.')
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === 0xd9 || marker === 0xda) throw new MalformedFile('The JPEG does not contain its size.')
    const length = (await file.read(at + 2, 2)).readUInt16BE()
    if (isFrame(marker)) {
      const frame = await file.read(at + 5, 4)
      const [height, width] = [frame.readUInt16BE(0), frame.readUInt16BE(2)]
      return isTurned ? { width: height, height: width } : { width, height }
    }
    if (marker === 0xe1) isTurned ||= isTurnedByExif(await file.read(at + 4, Math.min(Math.max(length - 2, 0), 4096)))
    at += 2 + length
  }
}

/** Returns true for orientations 5 to 8, which exchange width and height. */
function isTurnedByExif(segment: Buffer): boolean {
  if (!segment.toString('latin1', 0, 6).startsWith('Exif\0\0') || segment.length < 14) return false
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return false
  const entries = short(first)
  for (let n = 0, at = first + 2; n < entries && at + 12 <= tiff.length; n++, at += 12)
    if (short(at) === 0x0112) return short(at + 8) >= 5 && short(at + 8) <= 8
  return false
}
