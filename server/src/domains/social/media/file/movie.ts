import type { Dimensions } from './image.ts'
import { type FileReader, MalformedFile } from './reader.ts'

export interface Movie extends Dimensions {
  /** Null when the file does not state it, such as one made for streaming. */
  readonly seconds: number | null
}

/** A part of the file (ISO base media format): its type, and the start and end of its content. */
interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

async function* readBoxes(file: FileReader, from: number, to: number): AsyncGenerator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const head = await file.read(at, 8)
    const type = head.toString('latin1', 4, 8)
    const short = head.readUInt32BE(0)
    const start = at + (short === 1 ? 16 : 8)
    const size = short === 1 ? readLong(await file.read(at + 8, 8)) : short === 0 ? to - at : short
    if (size < start - at || at + size > to) throw new MalformedFile('The video is truncated or damaged.')
    yield { type, start, end: at + size }
    at += size
  }
}

function readLong(bytes: Buffer, at = 0): number {
  return Number(bytes.readBigUInt64BE(at))
}

/** Number of boxes that are read after the index. That is enough to detect a truncated film without reading every fragment. */
const BOXES_AFTER_INDEX_MAX = 32

/** Reads MP4 and QuickTime: the duration is in the index, the size in each track. */
export async function readMovie(file: FileReader): Promise<Movie> {
  let found: Movie | undefined
  let after = 0
  for await (const box of readBoxes(file, 0, file.size)) {
    if (box.type === 'moov') found ??= await readMoov(file, box)
    if (found && ++after > BOXES_AFTER_INDEX_MAX) break
  }
  if (!found) throw new MalformedFile('The video has no index (moov): its recording was not finished.')
  return found
}

async function readMoov(file: FileReader, moov: Box): Promise<Movie> {
  let seconds: number | null = null
  let scale = 0
  let shown: Dimensions | undefined
  for await (const box of readBoxes(file, moov.start, moov.end)) {
    if (box.type === 'mvhd') {
      const head = await file.read(box.start, 32)
      const isLong = head[0] === 1
      scale = head.readUInt32BE(isLong ? 20 : 12)
      seconds = inSeconds(isLong ? readLong(head, 24) : head.readUInt32BE(16), scale)
    } else if (box.type === 'trak') shown ??= await readTrack(file, box)
    else if (box.type === 'mvex') seconds ??= await readFragmentsLength(file, box, scale)
  }
  if (!shown) throw new MalformedFile('The video contains no image.')
  return { ...shown, seconds }
}

function inSeconds(duration: number, scale: number): number | null {
  // All bits set means unknown, in four bytes or in eight.
  const isKnown = duration > 0 && duration !== 0xffffffff && Number.isSafeInteger(duration)
  return isKnown && scale > 0 ? duration / scale : null
}

async function readFragmentsLength(file: FileReader, mvex: Box, scale: number): Promise<number | null> {
  for await (const box of readBoxes(file, mvex.start, mvex.end)) {
    if (box.type !== 'mehd') continue
    const isLong = (await file.read(box.start, 4))[0] === 1
    const bytes = await file.read(box.start + 4, isLong ? 8 : 4)
    return inSeconds(isLong ? readLong(bytes) : bytes.readUInt32BE(), scale)
  }
  return null
}

async function readTrack(file: FileReader, trak: Box): Promise<Dimensions | undefined> {
  let size: Dimensions | undefined
  let isVideo = false
  for await (const box of readBoxes(file, trak.start, trak.end)) {
    if (box.type === 'tkhd') size = await readTrackHeader(file, box)
    if (box.type !== 'mdia') continue
    for await (const inner of readBoxes(file, box.start, box.end))
      if (inner.type === 'hdlr') isVideo = (await file.read(inner.start + 8, 4)).toString('latin1') === 'vide'
  }
  return isVideo && size && size.width > 0 && size.height > 0 ? size : undefined
}

/** Reads width and height: fixed-point numbers of 16.16 bits, after a matrix that may turn the picture on its side. */
async function readTrackHeader(file: FileReader, tkhd: Box): Promise<Dimensions> {
  const isLong = (await file.read(tkhd.start, 1))[0] === 1
  const tail = await file.read(tkhd.start + (isLong ? 52 : 40), 44)
  const isTurned = tail.readInt32BE(0) === 0 && tail.readInt32BE(4) !== 0
  const [width, height] = [Math.round(tail.readUInt32BE(36) / 65_536), Math.round(tail.readUInt32BE(40) / 65_536)]
  return isTurned ? { width: height, height: width } : { width, height }
}
