import { type Body, isNotFound } from '../google/api.ts'
import { askProgress, openUpload, sendAllButLast, sendLast, type Upload } from '../google/upload.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { request, UPLOAD_URL, uploadApi } from './api.ts'
import type { Options } from './platform.ts'
import { buildVideo, findFailure, isSameVideo, readPublished } from './video.ts'

interface PreparedState {
  /** The address of the upload. One upload becomes at most one video. */
  readonly upload: string
  /** Where the last piece of the file begins, which completes the upload. */
  readonly lastFrom: number
}

/** As long as an upload surely answers with its video. Google keeps uploads for about a week. */
const UPLOAD_KEPT_SECONDS = 86_400
/** How far YouTube's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
const RECENT_MAX = 50

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: UPLOAD_KEPT_SECONDS,

  /**
   * The address of the upload is stored before the first byte is sent. Then everything is sent but the last piece: the video
   * exists, for everyone to see, as soon as that arrives.
   */
  async prepare(session, attempt, before) {
    const progress = before ? await askProgress(createUpload(session, attempt, before)) : undefined
    if (!before || !progress) return { prepared: await open(session, attempt), retryAfterSeconds: 0 }
    if (!('received' in progress)) return { prepared: { ...before } }
    const lastFrom = await sendAllButLast(createUpload(session, attempt, before), progress.received)
    return { prepared: { ...before, lastFrom } }
  },

  async mutate(session, attempt) {
    const { prepared } = attempt
    const video = await complete(createUpload(session, attempt, prepared), prepared.lastFrom)
    const failure = findFailure(video)
    if (failure) throw new PlatformError('invalid', failure.message, { rule: failure.rule })
    return readPublished(video, attempt.draft.options)
  },

  async find(session, attempt): Promise<Finding> {
    const { externalId, prepared } = attempt
    if (externalId !== undefined) return readFinding(session, attempt, { id: externalId })
    const progress = await askProgress(createUpload(session, attempt, prepared))
    if (!progress) return findRecent(session, attempt)
    return 'received' in progress ? { state: 'absent' } : readFinding(session, attempt, progress.resource)
  },

  async unpublish(session, externalId) {
    try {
      await request(session, 'videos.delete', { query: { id: externalId } })
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

function createUpload(call: Session, { draft }: Attempt<Options>, { upload }: PreparedState): Upload {
  const [file] = draft.media
  if (!file) throw new PlatformError('invalid', 'The post has no video.', { rule: 'youtube.media.required' })
  return { api: uploadApi, call, uri: upload, file }
}

async function open(session: Session, { draft }: Attempt<Options>): Promise<PreparedState> {
  const [file] = draft.media
  if (!file) throw new PlatformError('invalid', 'The post has no video.', { rule: 'youtube.media.required' })
  const { notify_subscribers: isTold } = draft.options
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: 'snippet,status',
    ...(isTold !== undefined && { notifySubscribers: String(isTold) }),
  })
  const resource = buildVideo(draft)
  return {
    upload: await openUpload(uploadApi, session, `${UPLOAD_URL}?${query.toString()}`, { file, resource }),
    lastFrom: 0,
  }
}

/** An upload that Google has forgotten may have become a video: `find` looks for it. */
async function complete(upload: Upload, lastFrom: number): Promise<Body> {
  try {
    const video = await sendLast(upload, lastFrom)
    if (typeof video?.id === 'string') return video
    throw new PlatformError('ambiguous', 'YouTube answered without the id of the video.')
  } catch (error) {
    const status = error instanceof PlatformError && error.platformResponse?.status
    if (status !== 404 && status !== 410) throw error
    throw new PlatformError('ambiguous', 'YouTube no longer knows the upload.', {
      rule: 'youtube.upload.expired',
      cause: error,
    })
  }
}

/** What became of a video. One that is not listed yet is being processed. */
async function readFinding(
  session: Session,
  { draft }: CommittedAttempt<Options, PreparedState>,
  { id }: Body,
): Promise<Finding> {
  const [video] = await listVideos(session, [id])
  if (!video) return { state: 'processing' }
  return findFailure(video) ?? { state: 'published', post: readPublished(video, draft.options) }
}

/** The upload is forgotten: the channel's newest uploads are compared with every field that we sent. */
async function findRecent(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const playlistId = session.entity.metadata['uploads_playlist']
  if (typeof playlistId !== 'string') return { state: 'unknown' }
  const query = { part: 'contentDetails', playlistId, maxResults: RECENT_MAX }
  const { items = [] } = await request(session, 'playlistItems.list', { query })
  const ids: string[] = items.flatMap(({ contentDetails }: Body) => contentDetails?.videoId ?? [])
  const sent = buildVideo(attempt.draft)
  const earliest = attempt.intentAt.getTime() - CLOCK_SKEW_MS
  // Oldest first: with equal videos, ours is the first one that belongs to no other target.
  for (const video of (await listVideos(session, ids)).toReversed()) {
    if (Date.parse(video.snippet?.publishedAt) < earliest || !isSameVideo(sent, video)) continue
    if (await attempt.belongsToOtherTarget?.(video.id)) continue
    return findFailure(video) ?? { state: 'published', post: readPublished(video, attempt.draft.options) }
  }
  return { state: 'absent' }
}

async function listVideos(session: Session, ids: readonly string[]): Promise<Body[]> {
  if (ids.length === 0) return []
  const query = { part: 'snippet,status', id: ids.join(',') }
  return (await request(session, 'videos.list', { query })).items ?? []
}
