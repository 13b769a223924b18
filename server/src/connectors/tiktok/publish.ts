import { Type } from '../../kit/declare/type.ts'
import { getMediaKind } from '../limits.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing, ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { buildEnvelopeSchema, request } from './client.ts'
import { describeFailReason, isTransient } from './errors.ts'
import type { Options } from './platform.ts'
import { buildPostInfo, isDraft } from './post-info.ts'
import { readStatus } from './status.ts'
import { planChunks, uploadAllButLast, uploadLast } from './upload.ts'

const Text = Type.String({ minLength: 1 })
const UploadInit = buildEnvelopeSchema(Type.Object({ publish_id: Text, upload_url: Text }))
const PhotoInit = buildEnvelopeSchema(Type.Object({ publish_id: Text }))

interface PreparedState {
  readonly postInfo: { readonly [key: string]: Json }
  /** Null for photos. The publish id identifies the post before it exists. */
  readonly upload: { readonly publishId: string; readonly url: string; readonly begunAt: number } | null
}

/** Less than the hour for which the address of an upload is valid. */
const UPLOAD_MS = 50 * 60_000
/** TikTok assigns the id of a public post after moderation, which usually takes a minute and sometimes hours. */
const MODERATION_MS = 5 * 60_000

/**
 * A video is announced first and uploaded in chunks: the last chunk makes the post. TikTok fetches photos, and the request that names
 * them makes the post. When its response is lost, the outcome cannot be looked up.
 */
export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, attempt, before) {
    const video = findVideo(attempt)
    if (video && before?.upload && (await isUsable(session, before.upload, video))) return { prepared: before }
    const postInfo = await buildPostInfo(session, attempt)
    const upload = video ? await startUpload(session, attempt, postInfo, video) : null
    return { prepared: { postInfo, upload } }
  },

  async mutate(session, attempt): Promise<PublishedPost> {
    const { upload, postInfo } = attempt.prepared
    const video = findVideo(attempt)
    if (!video || !upload) return describeProcessing(await sendPhotos(session, attempt, postInfo))
    await uploadLast(session, upload.url, video)
    return describeProcessing(upload.publishId)
  },

  async find(session, attempt): Promise<Finding> {
    const { upload, postInfo } = attempt.prepared
    const publishId = upload?.publishId ?? attempt.externalId
    if (publishId === undefined) return { state: 'unknown' }
    const { status, fail_reason, postIds, uploaded_bytes } = await readStatus(session, publishId)
    const post = { externalId: postIds[0] ?? publishId, externalUrl: buildPostUrl(session, attempt, postIds[0]) }
    switch (status) {
      case 'PUBLISH_COMPLETE': {
        const isModerated = postIds.length > 0 || postInfo['privacy_level'] !== 'PUBLIC_TO_EVERYONE'
        const isWaiting = session.now().getTime() - attempt.intentAt.getTime() < MODERATION_MS
        return isModerated || !isWaiting ? { state: 'published', post } : { state: 'processing' }
      }
      case 'SEND_TO_USER_INBOX':
        return { state: 'published', post }
      case 'FAILED':
        if (isTransient(fail_reason ?? '')) return { state: 'absent' }
        return { state: 'failed', ...describeFailReason(fail_reason ?? '') }
      case 'PROCESSING_UPLOAD':
        // Until the last chunk has arrived there is no post.
        if (typeof uploaded_bytes !== 'number') return { state: 'unknown' }
        return { state: uploaded_bytes < (findVideo(attempt)?.bytes ?? 0) ? 'absent' : 'processing' }
      case 'PROCESSING_DOWNLOAD':
        return { state: 'processing' }
      default:
        return { state: 'unknown' }
    }
  },
}

const findVideo = ({ draft }: Attempt<Options>) => draft.media.find((medium) => getMediaKind(medium) === 'video')

function describeProcessing(publishId: string): PublishedPost {
  return { externalId: publishId, externalUrl: null, isProcessing: true }
}

/** Returns true while the address of the upload is valid and the last chunk is missing: the upload can be completed. */
async function isUsable(
  session: Session,
  { publishId, begunAt }: NonNullable<PreparedState['upload']>,
  video: ReadableMedia,
): Promise<boolean> {
  if (session.now().getTime() - begunAt > UPLOAD_MS) return false
  const { status, uploaded_bytes } = await readStatus(session, publishId)
  return status === 'PROCESSING_UPLOAD' && (uploaded_bytes ?? 0) < video.bytes
}

async function startUpload(
  session: Session,
  attempt: Attempt<Options>,
  postInfo: PreparedState['postInfo'],
  video: ReadableMedia,
): Promise<NonNullable<PreparedState['upload']>> {
  const { chunkSize, count } = planChunks(video.bytes)
  const source_info = {
    source: 'FILE_UPLOAD',
    video_size: video.bytes,
    chunk_size: chunkSize,
    total_chunk_count: count,
  }
  const path = isDraft(attempt) ? '/post/publish/inbox/video/init/' : '/post/publish/video/init/'
  const body = isDraft(attempt) ? { source_info } : { post_info: postInfo, source_info }
  const begunAt = session.now().getTime()
  const { data } = await request(session, 'POST', path, { schema: UploadInit, body })
  await uploadAllButLast(session, data.upload_url, video)
  return { publishId: data.publish_id, url: data.upload_url, begunAt }
}

async function sendPhotos(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  postInfo: PreparedState['postInfo'],
): Promise<string> {
  const { media, options } = attempt.draft
  const photo_images = await Promise.all(media.map((medium) => medium.publicUrl()))
  const { photo_cover_index = 0 } = options
  const { data } = await request(session, 'POST', '/post/publish/content/init/', {
    schema: PhotoInit,
    body: {
      media_type: 'PHOTO',
      post_mode: isDraft(attempt) ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
      post_info: postInfo,
      source_info: { source: 'PULL_FROM_URL', photo_images, photo_cover_index },
    },
    mutates: true,
  })
  return data.publish_id
}

function buildPostUrl({ identity }: Session, attempt: Attempt<Options>, postId: string | undefined): string | null {
  if (postId === undefined || identity.username === null) return null
  const kind = findVideo(attempt) ? 'video' : 'photo'
  return `https://www.tiktok.com/@${encodeURIComponent(identity.username)}/${kind}/${postId}`
}
