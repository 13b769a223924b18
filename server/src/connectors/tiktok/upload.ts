import { Readable } from 'node:stream'
import { classifyStatus, exchange, type PlatformResponse } from '../exchange.ts'
import { uploadDeadlineMs } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'

/** A chunk has 5 to 64 MB, the last one what is left: up to twice this. A file with less than two is sent whole. */
const CHUNK_BYTES = 10_000_000

export interface ChunkPlan {
  readonly size: number
  readonly chunkSize: number
  readonly count: number
}

export function planChunks(size: number): ChunkPlan {
  const count = Math.max(1, Math.floor(size / CHUNK_BYTES))
  return { size, chunkSize: count === 1 ? size : CHUNK_BYTES, count }
}

/** Sends all chunks but the last, which completes the upload and so makes the post. */
export async function uploadAllButLast(session: Session, url: string, video: ReadableMedia): Promise<void> {
  const { count, chunkSize } = planChunks(video.bytes)
  if (count === 1) return
  const file = createPartReader(await video.open())
  try {
    for (let index = 0; index < count - 1; index++) {
      const from = index * chunkSize
      await putChunk(session, { url, video, from, to: from + chunkSize, file, mutates: false })
    }
  } finally {
    await file.close()
  }
}

export async function uploadLast(session: Session, url: string, video: ReadableMedia): Promise<void> {
  const { count, chunkSize } = planChunks(video.bytes)
  const from = (count - 1) * chunkSize
  const file = createPartReader(await video.open())
  try {
    await file.skip(from)
    await putChunk(session, { url, video, from, to: video.bytes, file, mutates: true })
  } finally {
    await file.close()
  }
}

interface Chunk {
  readonly url: string
  readonly video: ReadableMedia
  readonly from: number
  readonly to: number
  readonly file: ReturnType<typeof createPartReader>
  readonly mutates: boolean
}

async function putChunk(session: Session, { url, video, from, to, file, mutates }: Chunk): Promise<void> {
  await exchange(
    session.http,
    {
      method: 'PUT',
      url,
      headers: {
        'content-type': video.mime,
        'content-length': String(to - from),
        'content-range': `bytes ${from}-${to - 1}/${video.bytes}`,
      },
      body: Readable.from(file.take(to - from)),
      deadlineMs: uploadDeadlineMs(to - from),
    },
    { mutates, classify: (answer) => classifyUpload(answer, mutates) },
  )
}

function classifyUpload(answer: PlatformResponse, mutates: boolean): PlatformError {
  const { status } = answer
  const platformResponse = { status, message: answer.text.slice(0, 300) }
  // The address of an upload is valid for an hour.
  if (status === 403 || status === 404)
    return new PlatformError('unavailable', 'The address of the upload is no longer valid.', {
      rule: 'tiktok.upload.expired',
      isStale: true,
      platformResponse,
    })
  // TikTok has other bytes than we believe: what became of the post must be asked.
  if (status === 416)
    return new PlatformError(mutates ? 'ambiguous' : 'unavailable', 'TikTok expects another part of the file.', {
      rule: 'tiktok.upload.range',
      platformResponse,
    })
  return classifyStatus(answer, mutates)
}

/** Reads a stream in parts of given sizes. */
function createPartReader(stream: Readable) {
  const source = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let left = Buffer.alloc(0)
  async function* take(bytes: number): AsyncGenerator<Buffer> {
    for (let wanted = bytes; wanted > 0; ) {
      if (left.length === 0) {
        const { value, done } = await source.next()
        if (done) throw new PlatformError('unavailable', 'The stored file is shorter than it should be.')
        left = Buffer.from(value)
        continue
      }
      const part = left.subarray(0, wanted)
      left = left.subarray(part.length)
      wanted -= part.length
      yield part
    }
  }
  return {
    take,
    async skip(bytes: number) {
      for await (const _ of take(bytes));
    },
    async close() {
      stream.destroy()
    },
  }
}
