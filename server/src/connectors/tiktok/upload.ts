import { classifyStatus, exchange, type PlatformResponse } from '../api/exchange.ts'
import type { KnownError } from '../api/known-errors.ts'
import { uploadDeadlineMs } from '../api/multipart.ts'
import type { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createError } from './errors.ts'

/** A chunk has 5 to 64 MB. The last one has the rest, up to twice this; a file with less than two chunks is sent whole. */
const CHUNK_BYTES = 10_000_000

interface ChunkPlan {
  readonly chunkSize: number
  readonly count: number
}

export function planChunks(size: number): ChunkPlan {
  const count = Math.max(1, Math.floor(size / CHUNK_BYTES))
  return { chunkSize: count === 1 ? size : CHUNK_BYTES, count }
}

/** Sends all chunks but the last, which completes the upload and so makes the post. */
export async function uploadAllButLast(session: Session, url: string, video: ReadableMedia): Promise<void> {
  const { count, chunkSize } = planChunks(video.bytes)
  for (let index = 0; index < count - 1; index++) {
    const start = index * chunkSize
    await putChunk(session, { url, video, start, end: start + chunkSize - 1, mutates: false })
  }
}

export async function uploadLast(session: Session, url: string, video: ReadableMedia): Promise<void> {
  const { count, chunkSize } = planChunks(video.bytes)
  await putChunk(session, { url, video, start: (count - 1) * chunkSize, end: video.bytes - 1, mutates: true })
}

interface Chunk {
  readonly url: string
  readonly video: ReadableMedia
  /** The first and the last byte. */
  readonly start: number
  readonly end: number
  readonly mutates: boolean
}

async function putChunk(session: Session, { url, video, start, end, mutates }: Chunk): Promise<void> {
  const length = end - start + 1
  await exchange(
    session.http,
    {
      method: 'PUT',
      url,
      headers: {
        'content-type': video.mime,
        'content-length': String(length),
        'content-range': `bytes ${start}-${end}/${video.bytes}`,
      },
      body: await video.open({ start, end }),
      deadlineMs: uploadDeadlineMs(length),
    },
    { mutates, classify: (response) => classifyUploadError(response, mutates) },
  )
}

/** The address of an upload is valid for an hour. */
const EXPIRED: KnownError = {
  kind: 'unavailable',
  rule: 'upload.expired',
  message: 'The address of the upload is no longer valid.',
  isStale: true,
}

function classifyUploadError(response: PlatformResponse, mutates: boolean): PlatformError {
  const { status, text } = response
  if (status === 403 || status === 404) return createError(EXPIRED, { status, message: text })
  if (status !== 416) return classifyStatus(response, mutates)
  // TikTok has other bytes than we assume: the outcome of the post must be looked up.
  const kind = mutates ? 'ambiguous' : 'unavailable'
  const message = 'TikTok expects another part of the file.'
  return createError({ kind, rule: 'upload.range', message }, { status, message: text })
}
