import { Type } from '../../kit/declare/type.ts'
import { AnyBody } from '../api/response.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { buildListSchema, ResourceId, request } from './api.ts'
import { hasRule } from './errors.ts'
import type { Options } from './platform.ts'
import { isExpired, openUpload, readProgress, sendAllButLast, sendLast, type Upload } from './upload.ts'
import { buildVideo, findFailure, isSameVideo, readPublished, type Video, VideoList } from './video.ts'

const PlaylistItemList = buildListSchema(Type.Object({ contentDetails: Type.Object({ videoId: ResourceId }) }))

interface PreparedState {
  /** The address of the upload. One upload becomes at most one video. */
  readonly upload: string
  /** The start of the last piece of the file, which completes the upload. */
  readonly lastFrom: number
}

/** The time for which an upload certainly returns its video. Google keeps uploads for about a week. */
const UPLOAD_KEPT_SECONDS = 86_400
/** The most that YouTube's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
const RECENT_MAX = 50

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: UPLOAD_KEPT_SECONDS,

  /**
   * Returns the address of the upload, to be stored before the first byte is sent. The next call sends everything but the last
   * piece: the video exists, visible to everyone, as soon as that piece arrives.
   */
  async prepare(session, attempt, before) {
    const progress = before ? await readProgress(createUpload(session, attempt, before)) : undefined
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
    if (externalId !== undefined) return readFinding(session, attempt, externalId)
    const progress = await readProgress(createUpload(session, attempt, prepared))
    if (!progress) return findRecent(session, attempt)
    return 'received' in progress ? { state: 'absent' } : readFinding(session, attempt, progress.video.id)
  },

  async unpublish(session, externalId) {
    try {
      await request(session, 'videos.delete', { schema: AnyBody, query: { id: externalId } })
    } catch (error) {
      if (!hasRule(error, 'resource.not_found')) throw error
    }
  },
}

function createUpload(call: Session, attempt: Attempt<Options>, { upload }: PreparedState): Upload {
  return { call, uri: upload, file: getFile(attempt) }
}

function getFile({ draft }: Attempt<Options>) {
  const [file] = draft.media
  if (!file) throw new PlatformError('invalid', 'The post has no video.', { rule: 'youtube.media.required' })
  return file
}

async function open(session: Session, attempt: Attempt<Options>): Promise<PreparedState> {
  const { notify_subscribers: notifySubscribers } = attempt.draft.options
  const query = new URLSearchParams({
    uploadType: 'resumable',
    part: 'snippet,status',
    ...(notifySubscribers !== undefined && { notifySubscribers: String(notifySubscribers) }),
  })
  const resource = buildVideo(attempt.draft)
  return { upload: await openUpload(session, query, { file: getFile(attempt), resource }), lastFrom: 0 }
}

/** An upload that Google has deleted may have become a video: `find` looks for it. */
async function complete(upload: Upload, lastFrom: number): Promise<Video> {
  try {
    return await sendLast(upload, lastFrom)
  } catch (error) {
    if (!isExpired(error)) throw error
    throw new PlatformError('ambiguous', 'YouTube no longer knows the upload.', {
      rule: 'youtube.upload.expired',
      cause: error,
    })
  }
}

/** Reads the outcome of an upload. A video that is not listed yet is being processed. */
async function readFinding(
  session: Session,
  { draft }: CommittedAttempt<Options, PreparedState>,
  videoId: string,
): Promise<Finding> {
  const [video] = await listVideos(session, [videoId])
  if (!video) return { state: 'processing' }
  return findFailure(video) ?? { state: 'published', post: readPublished(video, draft.options) }
}

/** Compares the newest uploads of the channel with every field that we sent, after Google has deleted the upload. */
async function findRecent(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const playlistId = session.entity.metadata['uploads_playlist']
  if (typeof playlistId !== 'string') return { state: 'unknown' }
  const query = { part: 'contentDetails', playlistId, maxResults: RECENT_MAX }
  const { items } = await request(session, 'playlistItems.list', { schema: PlaylistItemList, query })
  const ids = (items ?? []).map(({ contentDetails }) => contentDetails.videoId)
  const sent = buildVideo(attempt.draft)
  const earliest = attempt.intentAt.getTime() - CLOCK_SKEW_MS
  // Oldest first: with equal videos, ours is the first one that belongs to no other target.
  for (const video of (await listVideos(session, ids)).toReversed()) {
    if (Date.parse(video.snippet.publishedAt ?? '') < earliest || !isSameVideo(sent, video)) continue
    if (await attempt.belongsToOtherTarget?.(video.id)) continue
    return findFailure(video) ?? { state: 'published', post: readPublished(video, attempt.draft.options) }
  }
  return { state: 'absent' }
}

async function listVideos(session: Session, ids: readonly string[]) {
  if (ids.length === 0) return []
  const query = { part: 'snippet,status', id: ids.join(',') }
  const { items } = await request(session, 'videos.list', { schema: VideoList, query })
  return items ?? []
}
