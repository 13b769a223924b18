import type { Readable } from 'node:stream'
import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, type PlatformResponse } from '../api/exchange.ts'
import { readParts } from '../api/file-parts.ts'
import { uploadDeadlineMs } from '../api/multipart.ts'
import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { buildExchangeOptions, encode, request, send } from './client.ts'
import { hasRule } from './errors.ts'

/** A file at LinkedIn. A post can use it once it is processed. */
export interface Upload {
  readonly checksum: string
  readonly urn: string
  readonly isReady: boolean
}

const RESOURCES = { image: 'images', video: 'videos', document: 'documents', other: 'images' } as const

const Urn = Type.String({ minLength: 1 })
const FileUpload = Type.Object({
  value: Type.Union([
    Type.Object({ uploadUrl: Type.String(), image: Urn }),
    Type.Object({ uploadUrl: Type.String(), document: Urn }),
  ]),
})
const VideoUpload = Type.Object({
  value: Type.Object({
    video: Urn,
    uploadToken: Maybe(Type.String()),
    uploadInstructions: Type.Array(
      Type.Object({ uploadUrl: Type.String(), firstByte: Type.Integer(), lastByte: Type.Integer() }),
    ),
  }),
})
const Asset = Type.Object({ status: Type.String(), processingFailureReason: Maybe(Type.Unknown()) })

export async function uploadAll(
  session: Session,
  media: readonly ReadableMedia[],
  before: readonly Upload[],
): Promise<Upload[]> {
  const uploads: Upload[] = []
  for (const [index, medium] of media.entries()) {
    const known = before[index]
    uploads.push(
      known?.checksum === medium.checksum
        ? await check(session, medium, known)
        : { checksum: medium.checksum, urn: await upload(session, medium), isReady: false },
    )
  }
  return uploads
}

async function check(session: Session, medium: ReadableMedia, known: Upload): Promise<Upload> {
  if (known.isReady) return known
  const path = `/rest/${RESOURCES[getMediaKind(medium)]}/${encode(known.urn)}`
  let asset: Static<typeof Asset>
  try {
    asset = await request(session, 'GET', path, { schema: Asset })
  } catch (error) {
    // The scopes of a person allow writing images and documents, not reading them. By now they are processed.
    if (hasRule(error, 'permission.missing')) return { ...known, isReady: true }
    throw error
  }
  const { status, processingFailureReason: reason } = asset
  if (status === 'PROCESSING_FAILED')
    throw new PlatformError('invalid', 'LinkedIn could not process the file.', {
      rule: 'linkedin.media.processing',
      remediation: 'Convert the file to a common format and try again.',
      platformResponse: { code: status, ...(typeof reason === 'string' && { message: reason }) },
    })
  return { ...known, isReady: status === 'AVAILABLE' }
}

async function upload(session: Session, medium: ReadableMedia): Promise<string> {
  const kind = getMediaKind(medium)
  if (kind === 'video') return uploadVideo(session, medium)
  const { value } = await request(session, 'POST', `/rest/${RESOURCES[kind]}`, {
    schema: FileUpload,
    query: { action: 'initializeUpload' },
    body: { initializeUploadRequest: { owner: session.entity.externalId } },
  })
  await put(session, value.uploadUrl, { body: await medium.open(), bytes: medium.bytes })
  return 'image' in value ? value.image : value.document
}

/** Uploads a video in the parts that LinkedIn asks for. LinkedIn joins the parts by their ETags. */
async function uploadVideo(session: Session, medium: ReadableMedia): Promise<string> {
  const owner = session.entity.externalId
  const details = { fileSizeBytes: medium.bytes, uploadCaptions: false, uploadThumbnail: false }
  const { value } = await request(session, 'POST', '/rest/videos', {
    schema: VideoUpload,
    query: { action: 'initializeUpload' },
    body: { initializeUploadRequest: { owner, ...details } },
  })
  const { video, uploadToken, uploadInstructions } = value
  const uploadedPartIds: string[] = []
  const sizes = uploadInstructions.map(({ firstByte, lastByte }) => lastByte - firstByte + 1)
  for await (const part of readParts(await medium.open(), sizes)) {
    const { uploadUrl = '' } = uploadInstructions[uploadedPartIds.length] ?? {}
    const { headers } = await put(session, uploadUrl, { body: part, bytes: part.length })
    uploadedPartIds.push(String(headers['etag'] ?? ''))
  }
  await send(session, 'POST', '/rest/videos', {
    query: { action: 'finalizeUpload' },
    body: { finalizeUploadRequest: { video, uploadToken: uploadToken ?? '', uploadedPartIds } },
  })
  return video
}

function put(
  session: Session,
  url: string,
  { body, bytes }: { body: Readable | Buffer; bytes: number },
): Promise<PlatformResponse> {
  const token = session.tokens.access
  // The addresses are LinkedIn's own and are signed. The token goes to no other site.
  const isOwn = /(?:^|\.)linkedin\.com$/.test(URL.parse(url)?.hostname ?? '')
  return exchange(
    session.http,
    {
      method: 'PUT',
      url,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
        ...(isOwn && { authorization: `Bearer ${token}` }),
      },
      body,
      deadlineMs: uploadDeadlineMs(bytes),
    },
    buildExchangeOptions(session, token),
  )
}
