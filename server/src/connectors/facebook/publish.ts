import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { ignoreMissing, isMissing, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { CreatedPost, findPost, readPost, toAbsoluteUrl } from './find-post.ts'
import { createPageGraph, getPageId } from './page.ts'
import type { Options } from './platform.ts'
import { type Photo, type PreparedState, uploadPhoto, uploadReel, uploadVideo, type Video } from './upload.ts'

const Phase = Maybe(
  Type.Object({ status: Maybe(Type.String()), errors: Maybe(Type.Unknown()), error: Maybe(Type.Unknown()) }),
)
const VideoStatus = Type.Object({
  video_status: Maybe(Type.String()),
  uploading_phase: Phase,
  processing_phase: Phase,
  publishing_phase: Phase,
})
const VideoState = Type.Object({
  status: Maybe(VideoStatus),
  published: Maybe(Type.Boolean()),
  post_id: Maybe(Id),
  permalink_url: Maybe(Type.Unknown()),
})
const PhaseError = Type.Object({ message: Type.String() })

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    const photos: Photo[] = []
    for (const medium of draft.media.filter((one) => getMediaKind(one) === 'image')) {
      const uploaded = before?.photos[photos.length]
      photos.push(uploaded?.checksum === medium.checksum ? uploaded : await uploadPhoto(session, medium))
    }
    const video = before?.video ?? (await prepareVideo(session, draft))
    return { prepared: { photos, video } }
  },

  async mutate(session, { draft, prepared }) {
    const { photos, video } = prepared
    if (video) return finishVideo(session, video, draft.text)
    const { link } = draft.options
    try {
      const post = await request(createPageGraph(session), 'POST', `${getPageId(session)}/feed`, {
        schema: CreatedPost,
        query: { fields: 'id,permalink_url' },
        body: {
          message: draft.text,
          ...(link !== undefined && { link }),
          ...(photos.length > 0 && { attached_media: photos.map(({ id }) => ({ media_fbid: id })) }),
        },
        mutates: true,
      })
      return readPost(post)
    } catch (error) {
      throw photos.length > 0 && isMissing(error) ? createGoneError(error) : error
    }
  },

  async find(session, attempt): Promise<Finding> {
    const { video } = attempt.prepared
    if (video) return findVideo(session, video)
    return findPost(session, attempt)
  },

  async unpublish(session, externalId) {
    await request(createPageGraph(session), 'DELETE', externalId, { schema: AnyBody }).catch(ignoreMissing)
  },
}

async function prepareVideo(session: Session, { media, options }: Attempt<Options>['draft']): Promise<Video | null> {
  const medium = media.find((one) => getMediaKind(one) === 'video')
  if (!medium) return null
  return options.kind === 'reel' ? uploadReel(session, medium) : uploadVideo(session, medium)
}

/** Publishes an uploaded video. Facebook converts it first, which takes minutes: `find` returns the post once it exists. */
async function finishVideo(session: Session, video: Video, description: string): Promise<PublishedPost> {
  const page = getPageId(session)
  const graph = createPageGraph(session)
  const isReel = video.kind === 'reel'
  const form = isReel
    ? { upload_phase: 'finish', video_id: video.id, video_state: 'PUBLISHED', description }
    : { upload_phase: 'finish', upload_session_id: video.session, description }
  const host = isReel ? graph : { ...graph, origin: 'https://graph-video.facebook.com' }
  const path = `${page}/${isReel ? 'video_reels' : 'videos'}`
  await request(host, 'POST', path, { schema: AnyBody, form, mutates: true })
  return { externalId: video.id, externalUrl: null, isProcessing: true }
}

/**
 * Reads the state of a video by its id, which is known before it is published. A video that is not published may still be processed, so
 * it is never reported as absent.
 */
async function findVideo(session: Session, { id, kind }: Video): Promise<Finding> {
  const query = { fields: 'status,published,post_id,permalink_url' }
  const video = await request(createPageGraph(session), 'GET', id, { schema: VideoState, query })
  const status = video.status ?? {}
  const { video_status, publishing_phase } = status
  if (video_status === 'error' || video_status === 'upload_failed' || video_status === 'expired')
    return { state: 'failed', rule: 'facebook.video.processing', message: readFailureReason(status) }
  const isShown =
    kind === 'reel' ? publishing_phase?.status === 'complete' : video_status === 'ready' && video.published === true
  if (isShown) return { state: 'published', post: readVideo(session, id, video) }
  return { state: video_status === 'processing' ? 'processing' : 'unknown' }
}

function readFailureReason(status: Static<typeof VideoStatus>): string {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase]
  const errors = phases.flatMap((phase) => phase?.errors ?? phase?.error ?? [])
  const [error] = errors.flatMap((one) => tryRead(PhaseError, one) ?? [])
  return error?.message ?? 'Facebook could not process the video.'
}

/** Returns the post of a video, by which comments and insights name it. */
function readVideo(session: Session, id: string, { post_id, permalink_url }: Static<typeof VideoState>): PublishedPost {
  const post = String(post_id ?? id)
  return {
    externalId: post.includes('_') || post === id ? post : `${getPageId(session)}_${post}`,
    externalUrl: toAbsoluteUrl(permalink_url) ?? `https://www.facebook.com/${id}`,
  }
}

function createGoneError(cause: unknown): PlatformError {
  return new PlatformError('unavailable', 'Facebook no longer has the uploaded photos.', {
    rule: 'facebook.photo.gone',
    isStale: true,
    cause,
  })
}
