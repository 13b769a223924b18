import { formWithFile } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { getInstance, isNotFound, request, send } from './instance.ts'

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
    const answer = await request(getInstance(session), 'GET', `/api/v1/media/${encodeURIComponent(known.id)}`)
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
  const instance = getInstance(session)
  const fields = description ? ([['description', description]] as const) : []
  const form = await formWithFile(`${instance.origin}/api/v2/media`, { fields, file: 'file', medium })
  const headers = { ...form.headers, accept: 'application/json', authorization: `Bearer ${instance.token}` }
  const { status, body } = await send(instance, { ...form, headers })
  return { id: String(body.id), checksum: medium.checksum, isReady: status === 200 }
}
