import { MalformedFile } from './reader.ts'
import type { Mime } from './sniff.ts'

/** A format's request for the next bytes. */
type ReadStep =
  | { readonly skip: number }
  /** A few bytes, returned by the next call and overwritten by the one after. */
  | { readonly read: number }
  /** The next JPEG marker, however far: its code is returned. */
  | { readonly marker: true }

/** Walks through a file and returns at its end. */
type FormatWalk = Generator<ReadStep, void, Buffer>

const WALKS: Partial<Record<Mime, () => FormatWalk>> = {
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/gif': walkGif,
}

/** Maximum number of bytes that a step reads. */
const READ_MAX = 16

export interface TruncationDetector {
  /** Takes the bytes of the file in order. Throws `MalformedFile` when they are damaged. */
  see(chunk: Buffer): void
  /** Throws `MalformedFile` when the end of the picture was not among them. */
  assertSeen(): void
}

/**
 * Checks a picture while it is stored, because a truncated file looks complete from its header. Constant memory, linear time. The
 * other formats state their length, which is checked when they are described.
 */
export function detectTruncation(mime: Mime): TruncationDetector {
  const walk = WALKS[mime]?.()
  if (!walk) return { see: () => {}, assertSeen: () => {} }
  let step = walk.next()
  /** Number of bytes of the step that have passed. */
  let passed = 0
  const read = Buffer.alloc(READ_MAX)
  let isAfterFill = false

  const advance = () => {
    passed = 0
    step = walk.next(read)
  }

  /** Returns the position after the bytes that the step has used. No step allocates: a hostile file has millions. */
  function take(chunk: Buffer, from: number, wanted: ReadStep): number {
    if ('marker' in wanted) return takeMarker(chunk, from)
    const length = 'skip' in wanted ? wanted.skip : wanted.read
    const to = Math.min(chunk.length, from + length - passed)
    if ('read' in wanted) for (let at = from; at < to; at++) read[passed + at - from] = chunk[at] ?? 0
    passed += to - from
    if (passed === length) advance()
    return to
  }

  function takeMarker(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      if (!isAfterFill) {
        at = chunk.indexOf(0xff, at)
        if (at === -1) return chunk.length
        isAfterFill = true
        continue
      }
      const code = chunk[at] ?? 0
      if (code === 0xff) continue
      isAfterFill = false
      if (isWithoutContent(code)) continue
      read[0] = code
      advance()
      return at + 1
    }
    return chunk.length
  }

  return {
    see(chunk) {
      for (let at = 0; !step.done && at < chunk.length; ) at = take(chunk, at, step.value)
    },
    assertSeen() {
      if (!step.done) throw new MalformedFile('The image is truncated: its end is missing.')
    },
  }
}

/** Returns true for markers without a segment, and for 00 after a fill byte, which is image data. */
function isWithoutContent(code: number): boolean {
  return code === 0x00 || code === 0x01 || (code >= 0xd0 && code <= 0xd8)
}

function* walkJpeg(): FormatWalk {
  yield { skip: 2 }
  for (;;) {
    const [code = 0] = yield { marker: true }
    if (code === 0xd9) return
    const length = (yield { read: 2 }).readUInt16BE()
    if (length > 2) yield { skip: length - 2 }
  }
}

function* walkPng(): FormatWalk {
  yield { skip: 8 }
  for (;;) {
    const head = yield { read: 8 }
    yield { skip: head.readUInt32BE(0) + 4 }
    if (head.toString('latin1', 4, 8) === 'IEND') return
  }
}

function* walkGif(): FormatWalk {
  const head = yield { read: 13 }
  yield* skipColours(head[10] ?? 0)
  for (;;) {
    const [kind = 0] = yield { read: 1 }
    if (kind === 0x3b) return
    if (kind === 0x21) yield { skip: 1 }
    else if (kind === 0x2c) {
      const frame = yield { read: 9 }
      yield* skipColours(frame[8] ?? 0)
      yield { skip: 1 }
    } else throw new MalformedFile('The GIF is damaged.')
    for (let length = 0xff; length > 0; ) {
      length = (yield { read: 1 })[0] ?? 0
      if (length > 0) yield { skip: length }
    }
  }
}

function* skipColours(flags: number): FormatWalk {
  if (flags & 0x80) yield { skip: 3 * 2 ** ((flags & 7) + 1) }
}
