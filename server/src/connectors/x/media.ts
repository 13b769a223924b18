import { Readable } from 'node:stream'
import { readJsonBody } from '../answer-body.ts'
import { readParts } from '../file-parts.ts'
import { getMediaKind } from '../limits.ts'
import { formWithFile } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { API_URL, type Body, request, send } from './client.ts'

/** A file at X. A post can use it once it is processed, until it expires. */
export interface Upload {
  readonly checksum: string
  readonly id: string
  /** Posts show it: it contains the id. */
  readonly key: string
  readonly isReady: boolean
  readonly expiresAt: number
}

const PART_BYTES = 4_000_000
/** An upload that ends this soon is made again. */
const EXPIRY_MARGIN_MS = 10 * 60_000

export interface Uploads {
  readonly uploads: readonly Upload[]
  readonly waitSeconds: number
}

export async function uploadAll(
  session: Session,
  media: readonly ReadableMedia[],
  altTexts: readonly string[],
  before: readonly Upload[],
): Promise<Uploads> {
  const uploads: Upload[] = []
  let waitSeconds = 0
  for (const [index, medium] of media.entries()) {
    const known = before[index]
    const isKnown = known?.checksum === medium.checksum && known.expiresAt - EXPIRY_MARGIN_MS > session.now().getTime()
    if (known && isKnown && known.isReady) {
      uploads.push(known)
      continue
    }
    const found = known && isKnown ? await readStatus(session, known.id) : await upload(session, medium)
    const altText = altTexts[index] ?? medium.altText
    if (!isKnown && altText && getMediaKind(medium) === 'image') await describe(session, String(found.id), altText)
    const seconds = readWaitSeconds(found)
    waitSeconds = Math.max(waitSeconds, seconds)
    const expiresAt = isKnown ? known?.expiresAt : session.now().getTime() + (found.expires_after_secs ?? 86_400) * 1000
    uploads.push({
      checksum: medium.checksum,
      id: String(found.id),
      key: String(found.media_key ?? known?.key ?? ''),
      isReady: seconds === 0,
      expiresAt: expiresAt ?? 0,
    })
  }
  return { uploads, waitSeconds }
}

async function upload(session: Session, medium: ReadableMedia): Promise<Body> {
  const { data: begun } = await request(session, 'POST', '/media/upload/initialize', {
    body: { media_type: medium.mime, total_bytes: medium.bytes, media_category: toMediaCategory(medium) },
  })
  const path = `/media/upload/${encodeURIComponent(begun.id)}`
  const count = Math.ceil(medium.bytes / PART_BYTES)
  const sizes = Array.from({ length: count }, (_, at) => Math.min(PART_BYTES, medium.bytes - at * PART_BYTES))
  let index = 0
  for await (const part of readParts(await medium.open(), sizes)) {
    const piece = { ...medium, bytes: part.length, open: async () => Readable.from([part]) }
    const fields = [['segment_index', String(index++)]] as const
    const form = await formWithFile(`${API_URL}${path}/append`, { fields, file: 'media', medium: piece })
    const authorization = `Bearer ${session.tokens.access}`
    readJsonBody(await send(session, { ...form, headers: { ...form.headers, authorization } }), false)
  }
  const { data } = await request(session, 'POST', `${path}/finalize`)
  return { media_key: begun.media_key, expires_after_secs: begun.expires_after_secs, ...data }
}

async function readStatus(session: Session, id: string): Promise<Body> {
  const { data } = await request(session, 'GET', '/media/upload', { query: { command: 'STATUS', media_id: id } })
  return data
}

async function describe(session: Session, id: string, text: string): Promise<void> {
  await request(session, 'POST', '/media/metadata', { body: { id, metadata: { alt_text: { text } } } })
}

/** 0 when the file can be used. */
function readWaitSeconds({ processing_info: info }: Body): number {
  if (!info || info.state === 'succeeded') return 0
  if (info.state === 'failed')
    throw new PlatformError('invalid', 'X could not process the file.', {
      rule: 'x.media.processing',
      remediation: 'Convert the file to a common format and try again.',
      platformResponse: { code: String(info.error?.name ?? ''), message: String(info.error?.message ?? '') },
    })
  return Math.min(60, Math.max(1, Number(info.check_after_secs) || 3))
}

function toMediaCategory(medium: ReadableMedia): string {
  if (medium.mime === 'image/gif') return 'tweet_gif'
  return getMediaKind(medium) === 'video' ? 'tweet_video' : 'tweet_image'
}
