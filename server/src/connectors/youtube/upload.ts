import { exchange, jsonRequest } from '../api/exchange.ts'
import { uploadDeadlineMs } from '../api/multipart.ts'
import { readResponse } from '../api/response.ts'
import { buildExchangeOptions } from '../google/api.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { GrantCall, Json } from '../session.ts'
import { UPLOAD_API, UPLOAD_URL } from './api.ts'
import { youtube } from './platform.ts'
import { Video } from './video.ts'

/** The length of every request but the last must be a multiple of this. */
const PIECE_BYTES = 262_144
/** The most that one request sends. */
const CHUNK_BYTES = 128 * PIECE_BYTES
const INCOMPLETE = 308

/** A resumable upload: the address that Google gave it, and the file. */
export interface Upload {
  readonly call: GrantCall
  readonly uri: string
  readonly file: ReadableMedia
}

type Progress = { readonly received: number } | { readonly video: Video }

/** Opens an upload and returns its address. The video does not exist before its last byte has arrived. */
export async function openUpload(
  call: GrantCall,
  query: URLSearchParams,
  { file, resource }: { file: ReadableMedia; resource: Json },
): Promise<string> {
  const headers = { 'x-upload-content-length': String(file.bytes), 'x-upload-content-type': file.mime }
  const url = `${UPLOAD_URL}?${query.toString()}`
  const request = jsonRequest('POST', url, { token: call.tokens.access, body: resource, headers })
  const options = buildExchangeOptions(UPLOAD_API, call)
  const response = await exchange(call.http, { deadlineMs: 20_000, ...request }, options)
  const uri = String(response.headers['location'])
  // The access token is sent to this address.
  if (!/^https:\/\/([a-z0-9-]+\.)*googleapis\.com\//.test(uri))
    throw new PlatformError('unavailable', 'Google answered without an address for the upload.')
  return uri
}

/** Undefined when Google has deleted the upload. */
export async function readProgress(upload: Upload): Promise<Progress | undefined> {
  try {
    return await put(upload, undefined, false)
  } catch (error) {
    if (isExpired(error)) return undefined
    throw error
  }
}

/** Returns true for the error of an upload that Google has deleted. */
export function isExpired(error: unknown): boolean {
  return error instanceof PlatformError && [404, 410].includes(error.platformResponse?.status ?? 0)
}

/** Sends the missing bytes except for the last piece, and returns the start of that piece. The next call sends what gets lost. */
export async function sendAllButLast(upload: Upload, received: number): Promise<number> {
  for (let from = received; ; ) {
    // Google may have kept any part of a piece: the rest is divided again from there.
    const left = upload.file.bytes - from
    const until = from + Math.max(0, Math.ceil(left / PIECE_BYTES) - 1) * PIECE_BYTES
    if (from === until) return from
    const progress = await put(upload, { start: from, end: Math.min(from + CHUNK_BYTES, until) - 1 }, false)
    const next = 'received' in progress ? progress.received : until
    if (next <= from) throw new PlatformError('unavailable', 'Google does not take the file.')
    from = next
  }
}

/** Completes the upload with everything from `start` on, and returns its video. */
export async function sendLast(upload: Upload, start: number): Promise<Video> {
  const progress = await put(upload, { start, end: upload.file.bytes - 1 }, true)
  if ('video' in progress) return progress.video
  throw new PlatformError('unavailable', 'Google has lost a part of the file.')
}

/** Sends a range of the file. Without a range, only reads the progress. */
async function put(
  { call, uri, file }: Upload,
  range: { start: number; end: number } | undefined,
  mutates: boolean,
): Promise<Progress> {
  const length = range ? range.end - range.start + 1 : 0
  const options = { mutates, ...buildExchangeOptions(UPLOAD_API, call) }
  const response = await exchange(
    call.http,
    {
      method: 'PUT',
      url: uri,
      headers: {
        authorization: `Bearer ${call.tokens.access}`,
        'content-length': String(length),
        'content-range': `bytes ${range ? `${range.start}-${range.end}` : '*'}/${file.bytes}`,
        ...(range && { 'content-type': file.mime }),
      },
      ...(range && { body: await file.open(range) }),
      deadlineMs: uploadDeadlineMs(length),
    },
    { ...options, accepts: INCOMPLETE },
  )
  if (response.status !== INCOMPLETE)
    return { video: readResponse(youtube, response, Video, { ...options, report: call.report }) }
  const last = /^bytes=0-(\d+)$/.exec(String(response.headers['range']))?.[1]
  return { received: last === undefined ? 0 : Number(last) + 1 }
}
