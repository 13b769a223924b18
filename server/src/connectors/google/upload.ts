import { jsonRequest } from '../exchange.ts'
import { uploadDeadlineMs } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { GrantCall, Json } from '../session.ts'
import { type Body, type GoogleApi, send } from './api.ts'

/** Every piece but the last must be a multiple of this. */
const PIECE_BYTES = 262_144
/** As much as one request sends. */
const CHUNK_BYTES = 128 * PIECE_BYTES
const INCOMPLETE = 308

/** A resumable upload: the address that Google gave it, and the file. */
export interface Upload {
  readonly api: GoogleApi
  readonly call: GrantCall
  readonly uri: string
  readonly file: ReadableMedia
}

/** What Google has of an upload; undefined when it has forgotten the upload. */
export type Progress = { readonly received: number } | { readonly resource: Body } | undefined

/** Opens an upload and returns its address. Nothing exists at Google before its last byte has arrived. */
export async function openUpload(
  api: GoogleApi,
  call: GrantCall,
  url: string,
  { file, resource }: { file: ReadableMedia; resource: Json },
): Promise<string> {
  const headers = { 'x-upload-content-length': String(file.bytes), 'x-upload-content-type': file.mime }
  const request = jsonRequest('POST', url, { token: call.tokens.access, body: resource, headers })
  const answer = await send(api, call, { deadlineMs: 20_000, ...request })
  const uri = String(answer.headers['location'])
  // Our token goes to this address.
  if (!/^https:\/\/([a-z0-9-]+\.)*googleapis\.com\//.test(uri))
    throw new PlatformError('unavailable', 'Google answered without an address for the upload.')
  return uri
}

export async function askProgress(upload: Upload): Promise<Progress> {
  try {
    return await put(upload, undefined, false)
  } catch (error) {
    const status = error instanceof PlatformError && error.platformResponse?.status
    if (status === 404 || status === 410) return undefined
    throw error
  }
}

/** Sends what is missing, except for the last piece, and returns where that begins. What is lost is sent by the next call. */
export async function sendAllButLast(upload: Upload, received: number): Promise<number> {
  for (let from = received; ; ) {
    // Google may have kept any part of a piece: the rest is cut anew from there.
    const left = upload.file.bytes - from
    const until = from + Math.max(0, Math.ceil(left / PIECE_BYTES) - 1) * PIECE_BYTES
    if (from === until) return from
    const progress = await put(upload, { start: from, end: Math.min(from + CHUNK_BYTES, until) - 1 }, false)
    const next = progress && 'received' in progress ? progress.received : until
    if (next <= from) throw new PlatformError('unavailable', 'Google does not take the file.')
    from = next
  }
}

/** Completes the upload with everything from `start` on. Returns what it became. */
export async function sendLast(upload: Upload, start: number): Promise<Body> {
  const progress = await put(upload, { start, end: upload.file.bytes - 1 }, true)
  if (progress && 'resource' in progress) return progress.resource
  throw new PlatformError('unavailable', 'Google has lost a part of the file.')
}

/** Without a range it only asks. */
async function put(
  { api, call, uri, file }: Upload,
  range: { start: number; end: number } | undefined,
  mutates: boolean,
): Promise<Progress> {
  const length = range ? range.end - range.start + 1 : 0
  const { status, headers, body } = await send(
    api,
    call,
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
    { mutates, accepts: INCOMPLETE },
  )
  if (status !== INCOMPLETE) return { resource: body }
  const last = /^bytes=0-(\d+)$/.exec(String(headers['range']))?.[1]
  return { received: last === undefined ? 0 : Number(last) + 1 }
}
