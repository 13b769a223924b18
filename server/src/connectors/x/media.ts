import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { readParts } from '../api/file-parts.ts'
import { formWithFile } from '../api/multipart.ts'
import { tryRead } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { Acknowledgment, API_URL, request, Snowflake, send } from './client.ts'

/** A file at X. A post can use it once it is processed, until it expires. */
export interface Upload {
  readonly checksum: string
  readonly id: string
  /** The name of the file in posts. It contains the id. */
  readonly key: string
  readonly isReady: boolean
  readonly expiresAt: number
}

export interface Uploads {
  readonly uploads: readonly Upload[]
  readonly waitSeconds: number
}

type Media = Static<typeof Media>
const Media = Type.Object({
  expires_after_secs: Maybe(Type.Number()),
  processing_info: Maybe(
    Type.Object({
      state: Type.String(),
      check_after_secs: Maybe(Type.Unknown()),
      error: Maybe(Type.Unknown()),
    }),
  ),
})
const ProcessingError = Type.Object({ name: Maybe(Type.String()), message: Maybe(Type.String()) })
const MediaResponse = Type.Object({ data: Media })
/** Without its key a file is not found again in the account's posts. */
const InitializedUpload = Type.Object({
  data: Type.Object({
    id: Snowflake,
    media_key: Type.String({ minLength: 1 }),
    expires_after_secs: Maybe(Type.Number()),
  }),
})

const PART_BYTES = 4_000_000
const LIFETIME_SECONDS = 86_400
/** An upload that expires sooner than this is repeated. */
const EXPIRY_MARGIN_MS = 10 * 60_000

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
    const isUsable = known?.checksum === medium.checksum && known.expiresAt - EXPIRY_MARGIN_MS > session.now().getTime()
    const altText = altTexts[index] ?? medium.altText
    const upload = isUsable ? await checkUpload(session, known) : await uploadFile(session, medium, altText)
    waitSeconds = Math.max(waitSeconds, upload.waitSeconds)
    uploads.push(upload.file)
  }
  return { uploads, waitSeconds }
}

interface UploadStatus {
  readonly file: Upload
  /** 0 when the file can be used. */
  readonly waitSeconds: number
}

async function checkUpload(session: Session, known: Upload): Promise<UploadStatus> {
  if (known.isReady) return { file: known, waitSeconds: 0 }
  const query = { command: 'STATUS', media_id: known.id }
  const { data } = await request(session, 'GET', '/media/upload', { schema: MediaResponse, query })
  return readStatus(known, data)
}

async function uploadFile(session: Session, medium: ReadableMedia, altText: string | null): Promise<UploadStatus> {
  const { data: begun } = await request(session, 'POST', '/media/upload/initialize', {
    schema: InitializedUpload,
    body: { media_type: medium.mime, total_bytes: medium.bytes, media_category: toMediaCategory(medium) },
  })
  const { id, media_key: key, expires_after_secs } = begun
  const path = `/media/upload/${encodeURIComponent(id)}`
  const count = Math.ceil(medium.bytes / PART_BYTES)
  const sizes = Array.from({ length: count }, (_, at) => Math.min(PART_BYTES, medium.bytes - at * PART_BYTES))
  let index = 0
  for await (const part of readParts(await medium.open(), sizes)) {
    const piece = { ...medium, bytes: part.length, open: async () => Readable.from([part]) }
    const fields = [['segment_index', String(index++)]] as const
    const form = await formWithFile(`${API_URL}${path}/append`, { fields, file: 'media', medium: piece })
    await send(session, form, { schema: Acknowledgment })
  }
  const { data } = await request(session, 'POST', `${path}/finalize`, { schema: MediaResponse })
  if (altText && getMediaKind(medium) === 'image') await describe(session, id, altText)
  const lifetimeSeconds = data.expires_after_secs ?? expires_after_secs ?? LIFETIME_SECONDS
  const expiresAt = session.now().getTime() + lifetimeSeconds * 1000
  return readStatus({ checksum: medium.checksum, id, key, expiresAt }, data)
}

async function describe(session: Session, id: string, text: string): Promise<void> {
  const body = { id, metadata: { alt_text: { text } } }
  await request(session, 'POST', '/media/metadata', { schema: Acknowledgment, body })
}

function readStatus(file: Omit<Upload, 'isReady'>, { processing_info: info }: Media): UploadStatus {
  if (!info || info.state === 'succeeded') return { file: { ...file, isReady: true }, waitSeconds: 0 }
  if (info.state === 'failed') {
    const { name, message } = tryRead(ProcessingError, info.error) ?? {}
    throw new PlatformError('invalid', 'X could not process the file.', {
      rule: 'x.media.processing',
      remediation: 'Convert the file to a common format and try again.',
      platformResponse: { code: name ?? '', message: message ?? '' },
    })
  }
  const waitSeconds = Math.min(60, Math.max(1, Number(info.check_after_secs) || 3))
  return { file: { ...file, isReady: false }, waitSeconds }
}

function toMediaCategory(medium: ReadableMedia): string {
  if (medium.mime === 'image/gif') return 'tweet_gif'
  return getMediaKind(medium) === 'video' ? 'tweet_video' : 'tweet_image'
}
