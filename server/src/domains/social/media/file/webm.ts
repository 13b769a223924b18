import type { Movie } from './movie.ts'
import { type FileReader, MalformedFile } from './reader.ts'

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK = 0xae
const VIDEO = 0xe0
const WIDTH = 0xb0
const HEIGHT = 0xba
const CLUSTER = 0x1f43b675

/** A part of the file (EBML): its id, and the start and end of its content. */
interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
}

/**
 * Reads elements. The leading zeros of ids and sizes give their own length. A size of all ones means: to the end of the parent.
 */
async function* readElements(file: FileReader, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from; at + 2 <= to; ) {
    const head = await file.read(at, Math.min(12, to - at))
    const idLength = Math.clz32(head[0] ?? 0) - 23
    const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
    if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > head.length)
      throw new MalformedFile('The WebM file is damaged.')
    const id = head.readUIntBE(0, idLength)
    const size = readSize(head.subarray(idLength, idLength + sizeLength))
    const start = at + idLength + sizeLength
    const end = size === undefined ? to : start + size
    if (end > to) throw new MalformedFile('The WebM file is truncated or damaged.')
    yield { id, start, end }
    at = end
  }
}

function readSize(bytes: Buffer): number | undefined {
  const mask = 2 ** (8 - bytes.length) - 1
  const digits = [(bytes[0] ?? 0) & mask, ...bytes.subarray(1)]
  if (digits[0] === mask && digits.slice(1).every((digit) => digit === 0xff)) return undefined
  return digits.reduce((sum, digit) => sum * 256 + digit, 0)
}

export async function readWebm(file: FileReader): Promise<Movie> {
  let seconds: number | null = null
  let shown: { width: number; height: number } | undefined
  for await (const { id, start, end } of readElements(file, 0, file.size)) {
    if (id !== SEGMENT) continue
    for await (const part of readElements(file, start, end)) {
      if (part.id === INFO) seconds = await readLength(file, part)
      else if (part.id === TRACKS) shown = await readTracks(file, part)
      // The duration and the tracks come before the pictures.
      else if (part.id === CLUSTER) break
    }
    break
  }
  if (!shown) throw new MalformedFile('The video contains no image.')
  return { ...shown, seconds }
}

async function readLength(file: FileReader, info: Element): Promise<number | null> {
  let scale = 1_000_000
  let duration: number | undefined
  for await (const element of readElements(file, info.start, info.end)) {
    if (element.id === SCALE) scale = await readNumber(file, element)
    if (element.id === DURATION) {
      const bytes = await file.read(element.start, element.end - element.start)
      duration = bytes.length === 8 ? bytes.readDoubleBE() : bytes.length === 4 ? bytes.readFloatBE() : undefined
    }
  }
  const seconds = ((duration ?? 0) * scale) / 1e9
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

async function readTracks(file: FileReader, tracks: Element) {
  for await (const track of readElements(file, tracks.start, tracks.end)) {
    if (track.id !== TRACK) continue
    for await (const part of readElements(file, track.start, track.end)) {
      if (part.id !== VIDEO) continue
      const size = { width: 0, height: 0 }
      for await (const element of readElements(file, part.start, part.end)) {
        if (element.id === WIDTH) size.width = await readNumber(file, element)
        if (element.id === HEIGHT) size.height = await readNumber(file, element)
      }
      if (size.width > 0 && size.height > 0) return size
    }
  }
  return undefined
}

async function readNumber(file: FileReader, { start, end }: Element): Promise<number> {
  if (end - start > 6 || end === start) throw new MalformedFile('The WebM file is damaged.')
  return (await file.read(start, end - start)).readUIntBE(0, end - start)
}
