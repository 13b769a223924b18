import { type Dimensions, readGif, readJpeg, readPng, readWebp } from './image.ts'
import { type Movie, readMovie } from './movie.ts'
import { type FileReader, MalformedFile } from './reader.ts'
import type { Mime } from './sniff.ts'
import { readWebm } from './webm.ts'

/** Properties that a file states; null where it does not. */
export interface FileMetadata {
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
}

/** The usual limit of image libraries, 16383 x 16383: a larger picture could exhaust the program that opens it. */
const PIXELS_MAX = 268_402_689

const READERS: Record<Mime, ((file: FileReader) => Promise<Dimensions | Movie>) | undefined> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'video/mp4': readMovie,
  'video/quicktime': readMovie,
  'video/webm': readWebm,
  'application/pdf': undefined,
}

/** Reads a file's structure only: no pixel is decoded. */
export async function readFacts(mime: Mime, file: FileReader): Promise<FileMetadata> {
  const reader = READERS[mime]
  if (!reader) return { width: null, height: null, seconds: null }
  const found = await reader(file)
  const { width, height } = found
  if (width === 0 || height === 0) throw new MalformedFile('The image has no width or no height.')
  if (width * height > PIXELS_MAX)
    throw new MalformedFile(`The image has ${width} x ${height} pixels; at most ${PIXELS_MAX} pixels are accepted.`)
  return { width, height, seconds: 'seconds' in found && found.seconds !== null ? roundToMs(found.seconds) : null }
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
