import { PlatformError } from '../failure.ts'
import { kindOf } from '../limits.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { addressOf, type Body, type Door, doorOf, query, send } from './xrpc.ts'

/** A medium on its way into a post: uploaded when it has a blob, in the video service's hands while it has only a job. */
export type Upload = {
  readonly checksum: string
  readonly at: string
  readonly blob: Json
  readonly job: string | null
}

/** What is uploaded and in no post is thrown away after a while, so that an old upload is made anew. */
const FRESH_MS = 30 * 60_000

export async function uploadAll(
  session: Session,
  media: readonly ReadableMedia[],
  before: readonly Upload[],
): Promise<Upload[]> {
  const uploads: Upload[] = []
  for (const [index, medium] of media.entries()) {
    const known = before[index]
    const isFresh =
      known?.checksum === medium.checksum && session.now().getTime() - new Date(known.at).getTime() < FRESH_MS
    uploads.push(isFresh ? await proceed(session, known) : await upload(session, medium))
  }
  return uploads
}

async function upload(session: Session, medium: ReadableMedia): Promise<Upload> {
  const uploaded = { checksum: medium.checksum, at: session.now().toISOString() }
  if (kindOf(medium) === 'video') return { ...uploaded, ...(await uploadVideo(session, medium)) }
  const door = doorOf(session)
  const { blob } = await send(door, await requestOf(door, 'com.atproto.repo.uploadBlob', medium))
  return { ...uploaded, blob, job: null }
}

async function proceed(session: Session, known: Upload): Promise<Upload> {
  if (known.blob !== null || known.job === null) return known
  const { jobStatus } = await query(videoDoor(session), 'app.bsky.video.getJobStatus', { jobId: known.job })
  return { ...known, ...readJob(jobStatus) }
}

/** The video service encodes first and then puts the result on the person's server, for which it gets a pass from there. */
async function uploadVideo(session: Session, medium: ReadableMedia): Promise<Pick<Upload, 'blob' | 'job'>> {
  const own = doorOf(session)
  const { did: aud } = await query(own, 'com.atproto.server.describeServer')
  const { token } = await query(own, 'com.atproto.server.getServiceAuth', {
    aud,
    lxm: 'com.atproto.repo.uploadBlob',
    exp: Math.floor(session.now().getTime() / 1000) + 1800,
  })
  const door = { ...videoDoor(session), token }
  const params = {
    did: session.identity.externalId,
    name: `${medium.checksum.replace('sha256:', '').slice(0, 32)}.mp4`,
  }
  const request = await requestOf(door, 'app.bsky.video.uploadVideo', medium, params)
  let known: Body
  try {
    const answer = await send(door, request, {
      judge: ({ status, body }) => {
        // It has this video already and says under which job.
        if (status === 409 && typeof body?.jobId === 'string') known = body
        return undefined
      },
    })
    return readJob(answer.jobStatus ?? answer)
  } catch (error) {
    if (known) return readJob(known)
    throw error
  }
}

function readJob({ jobId, state, blob, failureCode, error, message }: Body): Pick<Upload, 'blob' | 'job'> {
  if (blob) return { blob, job: jobId }
  if (state !== 'JOB_STATE_FAILED') return { blob: null, job: jobId }
  const isPassing = failureCode === 'pds_upload_failure' || failureCode === 'generic_failure'
  const said = String(message ?? error ?? 'no reason told')
  throw new PlatformError(isPassing ? 'unavailable' : 'invalid', `Bluesky could not process the video: ${said}`, {
    rule: 'bluesky.video.processing',
    platformResponse: { code: failureCode ?? error ?? '', message: said },
    remediation: 'Use an MP4 (H.264, AAC) that plays elsewhere.',
  })
}

const videoDoor = (session: Session): Door => ({
  call: session,
  host: session.app['videoUrl'] ?? 'https://video.bsky.app',
})

async function requestOf(door: Door, method: string, medium: ReadableMedia, params: Record<string, string> = {}) {
  return {
    method: 'POST' as const,
    url: addressOf(door, method, params),
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${door.token}`,
      'content-type': medium.mime,
      'content-length': String(medium.bytes),
    },
    body: await medium.open(),
    // A minute, and the time it takes at 2 Mbit/s.
    deadlineMs: 60_000 + Math.ceil(medium.bytes / 250),
  }
}
