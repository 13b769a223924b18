import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing, ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { request } from './client.ts'
import { describeFailReason, isPassing } from './errors.ts'
import type { Options } from './platform.ts'
import { isDraft, makePostInfo } from './post-info.ts'
import { readStatus } from './status.ts'
import { planChunks, uploadAllButLast, uploadLast } from './upload.ts'

interface PreparedState {
  readonly postInfo: { readonly [key: string]: Json }
  /** Of a video: TikTok knows the post by this id before it exists. */
  readonly upload: { readonly publishId: string; readonly url: string; readonly begunAt: number } | null
}

/** Less than the hour for which the address of an upload is valid. */
const UPLOAD_MS = 50 * 60_000
/** A public post gets its id when TikTok has moderated it, which usually takes a minute and sometimes hours. */
const MODERATION_MS = 5 * 60_000

/**
 * A video is announced first and uploaded in chunks: the last chunk makes the post. Photos are fetched by TikTok, and the
 * request that names them makes the post; when its answer is lost, TikTok cannot be asked about it.
 */
export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, attempt, before) {
    const video = findVideo(attempt)
    if (video && before?.upload && (await isUsable(session, before.upload, video))) return { prepared: before }
    const postInfo = await makePostInfo(session, attempt)
    const upload = video ? await startUpload(session, attempt, postInfo, video) : null
    return { prepared: { postInfo, upload } }
  },

  async mutate(session, attempt): Promise<PublishedPost> {
    const { upload, postInfo } = attempt.prepared
    const video = findVideo(attempt)
    if (!video || !upload) return processing(await sendPhotos(session, attempt, postInfo))
    await uploadLast(session, upload.url, video)
    return processing(upload.publishId)
  },

  async find(session, attempt): Promise<Finding> {
    const { upload, postInfo } = attempt.prepared
    const publishId = upload?.publishId ?? attempt.externalId
    if (publishId === undefined) return { state: 'unknown' }
    const { status, failReason, postIds, uploadedBytes } = await readStatus(session, publishId)
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
        return isPassing(failReason) ? { state: 'absent' } : { state: 'failed', ...describeFailReason(failReason) }
      case 'PROCESSING_UPLOAD':
        // Until the last chunk has arrived there is no post.
        if (uploadedBytes === null) return { state: 'unknown' }
        return { state: uploadedBytes < (findVideo(attempt)?.bytes ?? 0) ? 'absent' : 'processing' }
      case 'PROCESSING_DOWNLOAD':
        return { state: 'processing' }
      default:
        return { state: 'unknown' }
    }
  },
}

const findVideo = ({ draft }: Attempt<Options>) => draft.media.find((medium) => getMediaKind(medium) === 'video')

const processing = (publishId: string): PublishedPost => ({
  externalId: publishId,
  externalUrl: null,
  isProcessing: true,
})

/** An upload whose last chunk is missing can be completed while its address is valid. */
async function isUsable(
  session: Session,
  { publishId, begunAt }: NonNullable<PreparedState['upload']>,
  video: ReadableMedia,
): Promise<boolean> {
  if (session.now().getTime() - begunAt > UPLOAD_MS) return false
  const { status, uploadedBytes } = await readStatus(session, publishId)
  return status === 'PROCESSING_UPLOAD' && (uploadedBytes ?? 0) < video.bytes
}

async function startUpload(
  session: Session,
  attempt: Attempt<Options>,
  postInfo: PreparedState['postInfo'],
  video: ReadableMedia,
): Promise<NonNullable<PreparedState['upload']>> {
  const { size, chunkSize, count } = planChunks(video.bytes)
  const source_info = { source: 'FILE_UPLOAD', video_size: size, chunk_size: chunkSize, total_chunk_count: count }
  const path = isDraft(attempt) ? '/post/publish/inbox/video/init/' : '/post/publish/video/init/'
  const body = isDraft(attempt) ? { source_info } : { post_info: postInfo, source_info }
  const begunAt = session.now().getTime()
  const { publish_id, upload_url } = await request(session, 'POST', path, { body })
  if (!publish_id || typeof upload_url !== 'string')
    throw new PlatformError('unavailable', 'TikTok gave no address for the upload.')
  await uploadAllButLast(session, upload_url, video)
  return { publishId: String(publish_id), url: upload_url, begunAt }
}

async function sendPhotos(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  postInfo: PreparedState['postInfo'],
): Promise<string> {
  const { media, options } = attempt.draft
  const photo_images = await Promise.all(media.map((medium) => medium.publicUrl()))
  const { photo_cover_index = 0 } = options
  const { publish_id } = await request(session, 'POST', '/post/publish/content/init/', {
    body: {
      media_type: 'PHOTO',
      post_mode: isDraft(attempt) ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
      post_info: postInfo,
      source_info: { source: 'PULL_FROM_URL', photo_images, photo_cover_index },
    },
    mutates: true,
  })
  if (!publish_id) throw new PlatformError('ambiguous', 'TikTok answered without the id of the post.')
  return String(publish_id)
}

function buildPostUrl({ identity }: Session, attempt: Attempt<Options>, postId: string | undefined): string | null {
  if (postId === undefined || identity.username === null) return null
  const kind = findVideo(attempt) ? 'video' : 'photo'
  return `https://www.tiktok.com/@${encodeURIComponent(identity.username)}/${kind}/${postId}`
}
