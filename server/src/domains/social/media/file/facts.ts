import { type Dimensions, readGif, readJpeg, readPng, readWebp } from './image.ts'
import { type Movie, readMovie } from './movie.ts'
import { type FileReader, MalformedFile } from './reader.ts'
import type { Mime } from './sniff.ts'
import { readWebm } from './webm.ts'

export interface Facts {
  readonly width: number | null
  readonly height: number | null
  readonly seconds: number | null
}

/** No program that opens the picture later need fear it: the usual limit of image libraries, 16383 x 16383. */
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

/** Reads what a file tells about itself, from its structure alone: nothing is decoded. */
export async function readFacts(mime: Mime, file: FileReader): Promise<Facts> {
  const reader = READERS[mime]
  if (!reader) return { width: null, height: null, seconds: null }
  const found = await reader(file)
  const { width, height } = found
  if (width === 0 || height === 0) throw new MalformedFile('The picture has no size.')
  if (width * height > PIXELS_MAX)
    throw new MalformedFile(`The picture says it is ${width} x ${height}: more than ${PIXELS_MAX} pixels.`)
  return { width, height, seconds: 'seconds' in found && found.seconds !== null ? rounded(found.seconds) : null }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
