import { getMediaKind } from '../limits.ts'
import { uploadDeadlineMs } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { hasRule } from './records.ts'
import { type Body, buildXrpcUrl, getPdsService, query, readyForStream, type Service, send } from './xrpc.ts'

/** A medium of a post: uploaded when it has a blob; while it has only a job, the video service still processes it. */
export type Upload = {
  readonly checksum: string
  readonly at: string
  readonly blob: Json
  readonly job: string | null
}

/** A data server deletes uploads that no post uses, so an older upload is made again. */
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
    uploads.push(isFresh ? await checkJob(session, known) : await upload(session, medium))
  }
  return uploads
}

async function upload(session: Session, medium: ReadableMedia): Promise<Upload> {
  const uploaded = { checksum: medium.checksum, at: session.now().toISOString() }
  if (getMediaKind(medium) === 'video') return { ...uploaded, ...(await uploadVideo(session, medium)) }
  const pds = getPdsService(session)
  await readyForStream(pds)
  const sendBlob = async () => send(pds, await buildUploadRequest(pds, 'com.atproto.repo.uploadBlob', medium))
  const { blob } = await sendBlob().catch((error: unknown) => {
    if (!hasRule(error, 'use_dpop_nonce')) throw error
    return sendBlob()
  })
  return { ...uploaded, blob, job: null }
}

async function checkJob(session: Session, known: Upload): Promise<Upload> {
  if (known.blob !== null || known.job === null) return known
  const { jobStatus } = await query(getVideoService(session), 'app.bsky.video.getJobStatus', { jobId: known.job })
  return { ...known, ...readJob(jobStatus) }
}

/** The video service encodes the video, then stores it on the account's data server with a token from there. */
async function uploadVideo(session: Session, medium: ReadableMedia): Promise<Pick<Upload, 'blob' | 'job'>> {
  const pds = getPdsService(session)
  const { did: aud } = await query(pds, 'com.atproto.server.describeServer')
  const { token } = await query(pds, 'com.atproto.server.getServiceAuth', {
    aud,
    lxm: 'com.atproto.repo.uploadBlob',
    exp: Math.floor(session.now().getTime() / 1000) + 1800,
  })
  const service = { ...getVideoService(session), token }
  const params = {
    did: session.identity.externalId,
    name: `${medium.checksum.replace('sha256:', '').slice(0, 32)}.mp4`,
  }
  const request = await buildUploadRequest(service, 'app.bsky.video.uploadVideo', medium, params)
  let existing: Body
  try {
    const answer = await send(service, request, {
      classify: ({ status, body }) => {
        // The service has this video already and names its job.
        if (status === 409 && typeof body?.jobId === 'string') existing = body
        return undefined
      },
    })
    return readJob(answer.jobStatus ?? answer)
  } catch (error) {
    if (existing) return readJob(existing)
    throw error
  }
}

function readJob({ jobId, state, blob, failureCode, error, message }: Body): Pick<Upload, 'blob' | 'job'> {
  if (blob) return { blob, job: jobId }
  if (state !== 'JOB_STATE_FAILED') return { blob: null, job: jobId }
  const isTemporary = failureCode === 'pds_upload_failure' || failureCode === 'generic_failure'
  const reason = String(message ?? error ?? 'no reason given')
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
