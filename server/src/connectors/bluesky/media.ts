import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { uploadDeadlineMs } from '../api/multipart.ts'
import { tryRead } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { buildXrpcUrl, Did, getPdsService, query, readyForStream, type Service, send } from './xrpc.ts'

/** A medium of a post: uploaded when it has a blob; while it has only a job, the video service still processes it. */
export type Upload = {
  readonly checksum: string
  readonly at: string
  readonly blob: Json
  readonly job: string | null
}

/** A data server deletes uploads that no post uses, so an older upload is made again. */
const FRESH_MS = 30 * 60_000

/** A reference to an upload, which goes into the post as it is. */
const Blob = Type.Unsafe<{ readonly [name: string]: Json }>(Type.Object({}))
const UploadedBlob = Type.Object({ blob: Blob })

type VideoJob = Static<typeof VideoJob>
const VideoJob = Type.Object({
  jobId: Type.String({ minLength: 1 }),
  state: Maybe(Type.String()),
  blob: Maybe(Blob),
  failureCode: Maybe(Type.String()),
  error: Maybe(Type.String()),
  message: Maybe(Type.String()),
})
const JobStatus = Type.Object({ jobStatus: VideoJob })
/** The service sends the job itself, though its description wraps it. */
const VideoUpload = Type.Union([JobStatus, VideoJob])
const Server = Type.Object({ did: Did })
const ServiceAuth = Type.Object({ token: Type.String({ minLength: 1 }) })

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
    uploads.push(isFresh ? await checkJob(session, known) : await upload(session, medium))
  }
  return uploads
}

async function upload(session: Session, medium: ReadableMedia): Promise<Upload> {
  const uploaded = { checksum: medium.checksum, at: session.now().toISOString() }
  if (getMediaKind(medium) === 'video') return { ...uploaded, ...(await uploadVideo(session, medium)) }
  const pds = getPdsService(session)
  await readyForStream(pds)
  const sendBlob = async () =>
    send(pds, await buildUploadRequest(pds, 'com.atproto.repo.uploadBlob', medium), { schema: UploadedBlob })
  const { blob } = await sendBlob().catch((error: unknown) => {
    if (!hasRule(error, 'use_dpop_nonce')) throw error
    return sendBlob()
  })
  return { ...uploaded, blob, job: null }
}

async function checkJob(session: Session, known: Upload): Promise<Upload> {
  if (known.blob !== null || known.job === null) return known
  const { jobStatus } = await query(getVideoService(session), 'app.bsky.video.getJobStatus', {
    schema: JobStatus,
    params: { jobId: known.job },
  })
  return { ...known, ...readJob(jobStatus) }
}

/** Sends a video to the video service, which encodes it and stores it on the account's data server with a token from there. */
async function uploadVideo(session: Session, medium: ReadableMedia): Promise<Pick<Upload, 'blob' | 'job'>> {
  const pds = getPdsService(session)
  const { did: aud } = await query(pds, 'com.atproto.server.describeServer', { schema: Server })
  const exp = Math.floor(session.now().getTime() / 1000) + 1800
  const { token } = await query(pds, 'com.atproto.server.getServiceAuth', {
    schema: ServiceAuth,
    params: { aud, lxm: 'com.atproto.repo.uploadBlob', exp },
  })
  const service = { ...getVideoService(session), token }
  const params = {
    did: session.identity.externalId,
    name: `${medium.checksum.replace('sha256:', '').slice(0, 32)}.mp4`,
  }
  const request = await buildUploadRequest(service, 'app.bsky.video.uploadVideo', medium, params)
  let existing: VideoJob | undefined
  const uploaded = await send(service, request, {
    schema: VideoUpload,
    classify: ({ status, body }) => {
      // The service has this video already and names its job.
      if (status === 409) existing = tryRead(VideoJob, body)
      return undefined
    },
  }).catch((error: unknown) => {
    if (existing) return existing
    throw error
  })
  return readJob('jobStatus' in uploaded ? uploaded.jobStatus : uploaded)
}

function readJob({ jobId, state, blob, failureCode, error, message }: VideoJob): Pick<Upload, 'blob' | 'job'> {
  if (blob) return { blob, job: jobId }
  if (state !== 'JOB_STATE_FAILED') return { blob: null, job: jobId }
  const isTemporary = failureCode === 'pds_upload_failure' || failureCode === 'generic_failure'
  const reason = message ?? error ?? 'no reason given'
  throw new PlatformError(isTemporary ? 'unavailable' : 'invalid', `Bluesky could not process the video: ${reason}`, {
    rule: 'bluesky.video.processing',
    platformResponse: { code: failureCode ?? error ?? '', message: reason },
    remediation: 'Use an MP4 file with H.264 video and AAC audio.',
  })
}

const getVideoService = (session: Session): Service => ({
  call: session,
  host: session.app['videoUrl'] ?? 'https://video.bsky.app',
})

async function buildUploadRequest(
  service: Service,
  method: string,
  medium: ReadableMedia,
  params: Record<string, string> = {},
) {
  return {
    method: 'POST' as const,
    url: buildXrpcUrl(service, method, params),
    headers: {
      accept: 'application/json',
      'content-type': medium.mime,
      'content-length': String(medium.bytes),
    },
    body: await medium.open(),
    deadlineMs: uploadDeadlineMs(medium.bytes),
  }
}
