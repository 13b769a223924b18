import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { refuse } from '../api/known-errors.ts'
import { formWithFile } from '../api/multipart.ts'
import { Id } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { createError, hasRule } from './errors.ts'
import { getInstance, read, request, send } from './instance.ts'

const Uploaded = Type.Object({ id: Id })
const Processed = Type.Object({ url: Maybe(Type.String()) })

const PROCESSING = refuse(
  'media.processing',
  'The server could not process the media.',
  'Convert the file to a common format and try again.',
)

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

/** Returns undefined when the server has deleted the attachment because no post used it in time. */
async function check(session: Session, known: Upload): Promise<Upload | undefined> {
  try {
    const path = `/api/v1/media/${encodeURIComponent(known.id)}`
    const { url } = await request(getInstance(session), 'GET', path, { schema: Processed })
    return { ...known, isReady: Boolean(url) }
  } catch (error) {
    if (hasRule(error, 'not_found')) return undefined
    if (error instanceof PlatformError && error.platformResponse?.status === 422)
      throw createError(PROCESSING, { message: '', ...error.platformResponse })
    throw error
  }
}

async function upload(session: Session, medium: ReadableMedia, description: string): Promise<Upload> {
  const instance = getInstance(session)
  const fields = description ? ([['description', description]] as const) : []
  const form = await formWithFile(`${instance.origin}/api/v2/media`, { fields, file: 'file', medium })
  const headers = { ...form.headers, accept: 'application/json', authorization: `Bearer ${instance.token}` }
  const response = await send(instance, { ...form, headers })
  const { id } = read(instance, response, Uploaded)
  return { id: String(id), checksum: medium.checksum, isReady: response.status === 200 }
}
