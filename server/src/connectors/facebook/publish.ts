import { getMediaKind } from '../limits.ts'
import { type Body, isMissing, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { findPost } from './find-post.ts'
import { createPageGraph, getPageId } from './page.ts'
import type { Options } from './platform.ts'
import { absoluteUrl, type PreparedState, readPost } from './read-post.ts'
import { type Photo, uploadPhoto, uploadReel, uploadVideo, type Video } from './upload.ts'

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
      throw photos.length > 0 && isMissing(error) ? goneUpload(error) : error
    }
  },

  async find(session, attempt): Promise<Finding> {
    const { video } = attempt.prepared
    if (video) return findVideo(session, video)
    return findPost(session, attempt)
  },

  async unpublish(session, externalId) {
    try {
      await request(createPageGraph(session), 'DELETE', externalId)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

async function prepareVideo(session: Session, { media, options }: Attempt<Options>['draft']): Promise<Video | null> {
  const medium = media.find((one) => getMediaKind(one) === 'video')
  if (!medium) return null
  return options.kind === 'reel' ? uploadReel(session, medium) : uploadVideo(session, medium)
}

/** Facebook then converts the video, which takes minutes: `find` tells when the post is there. */
async function finishVideo(session: Session, video: Video, description: string): Promise<PublishedPost> {
  const page = getPageId(session)
  const graph = createPageGraph(session)
  const isReel = video.kind === 'reel'
  const form = isReel
    ? { upload_phase: 'finish', video_id: video.id, video_state: 'PUBLISHED', description }
    : { upload_phase: 'finish', upload_session_id: video.session, description }
  const host = isReel ? graph : { ...graph, origin: 'https://graph-video.facebook.com' }
  await request(host, 'POST', `${page}/${isReel ? 'video_reels' : 'videos'}`, { form, mutates: true })
  return { externalId: video.id, externalUrl: null, isProcessing: true }
}

/**
 * The id of a video is known before it is published, so it tells what became of it. A video that is not published may still be in
 * work, so it is never said to be absent.
 */
async function findVideo(session: Session, { id, kind }: Video): Promise<Finding> {
  const fields = 'status,published,post_id,permalink_url'
  const video = await request(createPageGraph(session), 'GET', id, { query: { fields } })
  const { video_status, publishing_phase } = video.status ?? {}
  if (video_status === 'error' || video_status === 'upload_failed' || video_status === 'expired')
    return { state: 'failed', rule: 'facebook.video.processing', message: readFailureReason(video.status) }
  const isShown =
    kind === 'reel' ? publishing_phase?.status === 'complete' : video_status === 'ready' && video.published === true
  if (isShown) return { state: 'published', post: readVideo(session, video) }
  return { state: video_status === 'processing' ? 'processing' : 'unknown' }
}

function readFailureReason(status: Body): string {
  const phases = ['uploading_phase', 'processing_phase', 'publishing_phase'].map((name) => status[name])
  const said = phases.flatMap((phase) => phase?.errors ?? phase?.error ?? []).map((error: Body) => error?.message)
  return said.find((message) => typeof message === 'string') ?? 'Facebook could not process the video.'
}

/** A video has a post of its own, by which comments and insights name it. */
function readVideo(session: Session, { id, post_id, permalink_url }: Body): PublishedPost {
  const post = post_id === undefined ? String(id) : String(post_id)
  return {
    externalId: post.includes('_') || post === String(id) ? post : `${getPageId(session)}_${post}`,
    externalUrl: absoluteUrl(permalink_url) ?? `https://www.facebook.com/${id}`,
  }
}

function goneUpload(cause: unknown): PlatformError {
  return new PlatformError('unavailable', 'Facebook no longer has the uploaded photos.', {
    rule: 'facebook.photo.gone',
    isStale: true,
    cause,
  })
}
