import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { classifyStatus, exchange } from '../api/exchange.ts'
import { formWithFile } from '../api/multipart.ts'
import { Id } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Session } from '../session.ts'
import { request } from './client.ts'
import { hasRule } from './errors.ts'

const Media = Type.Object({ status: Maybe(Type.String()) })
const Registration = Type.Object({
  media_id: Id,
  upload_url: Type.String(),
  upload_parameters: Maybe(Type.Record(Type.String(), Type.Unknown())),
})

/** A video at Pinterest. A pin can use it once Pinterest has processed it. */
export type Upload = { readonly id: string; readonly checksum: string; readonly isReady: boolean }

export async function uploadOrCheck(session: Session, video: ReadableMedia, before: Upload | null): Promise<Upload> {
  const known = before?.checksum === video.checksum ? await check(session, before) : undefined
  return known ?? upload(session, video)
}

/** Undefined when the file must be sent again: Pinterest forgot it, or it never arrived. */
async function check(session: Session, known: Upload): Promise<Upload | undefined> {
  const media = await request(session, 'GET', `/media/${encodeURIComponent(known.id)}`, { schema: Media }).catch(
    (error: unknown) => {
      if (hasRule(error, 'not_found', 'pin.not_found')) return undefined
      throw error
    },
  )
  if (!media) return undefined
  if (media.status === 'failed')
    throw new PlatformError('invalid', 'Pinterest could not process the video.', {
      rule: 'pinterest.video.processing',
      remediation: 'Convert the video to MP4 with H.264 and try again.',
    })
  return { ...known, isReady: media.status === 'succeeded' }
}

async function upload(session: Session, video: ReadableMedia): Promise<Upload> {
  const body = { media_type: 'video' }
  const { media_id, upload_url, upload_parameters } = await request(session, 'POST', '/media', {
    schema: Registration,
    body,
  })
  const fields = Object.entries(upload_parameters ?? {}).map(([name, value]) => [name, String(value)] as const)
  const form = await formWithFile(upload_url, { fields, file: 'file', medium: video })
  await exchange(session.http, form, {
    classify: (answer) => {
      const { kind, platformResponse } = classifyStatus(answer, false)
      return new PlatformError(kind, 'The upload of the video failed.', {
        rule: 'pinterest.video.upload',
        ...(platformResponse && { platformResponse }),
      })
    },
  })
  return { id: String(media_id), checksum: video.checksum, isReady: false }
}
