import type { Readable } from 'node:stream'
import { exchange } from '../exchange.ts'
import { readParts } from '../file-parts.ts'
import { getMediaKind } from '../limits.ts'
import { uploadDeadlineMs } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { type Body, classification, encode, request } from './client.ts'
import { hasRule } from './errors.ts'

/** A file at LinkedIn. A post can use it once it is processed. */
export interface Upload {
  readonly checksum: string
  readonly urn: string
  readonly isReady: boolean
}

const RESOURCES = { image: 'images', video: 'videos', document: 'documents', other: 'images' } as const

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
  let found: Body
  try {
    found = await request(session, 'GET', path)
  } catch (error) {
    // The scopes of a person allow writing images and documents, not reading them. By now they are processed.
    if (hasRule(error, 'permission.missing')) return { ...known, isReady: true }
    throw error
  }
  if (found.status === 'PROCESSING_FAILED')
    throw new PlatformError('invalid', 'LinkedIn could not process the file.', {
      rule: 'linkedin.media.processing',
      remediation: 'Convert the file to a common format and try again.',
      platformResponse: { code: 'PROCESSING_FAILED', message: String(found.processingFailureReason ?? '') },
    })
  return { ...known, isReady: found.status === 'AVAILABLE' }
}

async function upload(session: Session, medium: ReadableMedia): Promise<string> {
  const kind = getMediaKind(medium)
  const isVideo = kind === 'video'
  const initializeUploadRequest = {
    owner: session.entity.externalId,
    ...(isVideo && { fileSizeBytes: medium.bytes, uploadCaptions: false, uploadThumbnail: false }),
  }
  const { value } = await request(session, 'POST', `/rest/${RESOURCES[kind]}`, {
    query: { action: 'initializeUpload' },
    body: { initializeUploadRequest },
  })
  if (isVideo) return uploadVideo(session, medium, value)
  await put(session, value.uploadUrl, { body: await medium.open(), bytes: medium.bytes })
  return String(value.image ?? value.document)
}

/** LinkedIn says how a video is cut into parts; it is put together by the ETags of the parts. */
async function uploadVideo(session: Session, medium: ReadableMedia, value: Body): Promise<string> {
  const instructions: Body[] = value.uploadInstructions
  const uploadedPartIds: string[] = []
  const parts = readParts(
    await medium.open(),
    instructions.map(({ firstByte, lastByte }) => lastByte - firstByte + 1),
  )
  for await (const part of parts) {
    const url = instructions[uploadedPartIds.length].uploadUrl
    const { headers } = await put(session, url, { body: part, bytes: part.length })
    uploadedPartIds.push(String(headers['etag'] ?? ''))
  }
  const finalizeUploadRequest = { video: value.video, uploadToken: value.uploadToken ?? '', uploadedPartIds }
  await request(session, 'POST', '/rest/videos', {
    query: { action: 'finalizeUpload' },
    body: { finalizeUploadRequest },
  })
  return String(value.video)
}

function put(session: Session, url: string, { body, bytes }: { body: Readable | Buffer; bytes: number }) {
  // The addresses are LinkedIn's own and are signed. The token goes to no other site.
  const isOwn = /(?:^|\.)linkedin\.com$/.test(new URL(url).hostname)
  return exchange(
    session.http,
    {
      method: 'PUT',
      url,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(bytes),
        ...(isOwn && { authorization: `Bearer ${session.tokens.access}` }),
      },
      body,
      deadlineMs: uploadDeadlineMs(bytes),
    },
    classification(session, session.tokens.access),
  )
}
