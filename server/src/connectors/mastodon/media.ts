import { Readable } from 'node:stream'
import { PlatformError } from '../failure.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { instanceOf, isNotFound, request, send } from './instance.ts'

/** An attachment on the server. A post can use it once the server has processed it. */
export type Upload = { readonly id: string; readonly checksum: string; readonly isReady: boolean }

export async function uploadAll(
  session: Session,
  media: readonly ReadableMedia[],
  altTexts: readonly string[],
  before: readonly Upload[],
): Promise<Upload[]> {
  const uploads: Upload[] = []
  for (const [index, medium] of media.entries()) {
    const known = before[index]
    const kept = known?.checksum === medium.checksum ? await check(session, known) : undefined
    uploads.push(kept ?? (await upload(session, medium, altTexts[index] ?? medium.altText ?? '')))
  }
  return uploads
}

/** Undefined when the server has deleted the attachment because no post used it in time. */
async function check(session: Session, known: Upload): Promise<Upload | undefined> {
  try {
    const answer = await request(instanceOf(session), 'GET', `/api/v1/media/${encodeURIComponent(known.id)}`)
    return { ...known, isReady: Boolean(answer?.url) }
  } catch (error) {
    if (isNotFound(error)) return undefined
    if (error instanceof PlatformError && error.platformResponse?.status === 422)
      throw new PlatformError('invalid', 'The server could not process the media.', {
        rule: 'mastodon.media.processing',
        ...(error.platformResponse && { platformResponse: error.platformResponse }),
        remediation: 'Convert the file to a common format and try again.',
      })
    throw error
  }
}

async function upload(session: Session, medium: ReadableMedia, description: string): Promise<Upload> {
  const instance = instanceOf(session)
  // No file contains its own checksum. The colon of `sha256:` would need quotes in a boundary.
  const boundary = `quoin-${medium.checksum.replace('sha256:', '').slice(0, 60)}`
  const { head, tail } = multipartOf(boundary, medium, description)
  const file = await medium.open()
  async function* parts() {
    yield head
    yield* file
    yield tail
  }
  const { status, body } = await send(instance, {
    method: 'POST',
    url: `${instance.origin}/api/v2/media`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${instance.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + medium.bytes + tail.length),
    },
    body: Readable.from(parts()),
    // One minute, plus the time of the upload at 2 Mbit/s.
    deadlineMs: 60_000 + Math.ceil(medium.bytes / 250),
  })
  return { id: String(body.id), checksum: medium.checksum, isReady: status === 200 }
}

function multipartOf(boundary: string, medium: ReadableMedia, description: string): { head: Buffer; tail: Buffer } {
  const field = (disposition: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name=${disposition}\r\n${more}\r\n`
  const name = `"file"; filename="media.${medium.mime.split('/')[1]?.replace(/\W.*$/, '') ?? 'bin'}"`
  const alt = description ? `${field('"description"')}${description}\r\n` : ''
  return {
    head: Buffer.from(`${alt}${field(name, `content-type: ${medium.mime}\r\n`)}`),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  }
}
