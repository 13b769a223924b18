import { type Body, isNotFound } from '../google/api.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { listComments } from './comment-list.ts'
import { listReplies, readComment } from './threads.ts'

/** How far YouTube's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time YouTube has finished any request whose answer we gave up on. */
const LATE_REQUEST_MS = 60_000

export const comments: Comments = {
  list: (session, { cursor }) => listComments(session, cursor),

  async reply(session, { externalId, mediaExternalId }, { body }) {
    const snippet = { parentId: parseThreadId(externalId), textOriginal: body }
    const query = { part: 'snippet' }
    const reply = await request(session, 'comments.insert', { query, body: { snippet }, mutates: true })
    return { ...readComment(session, reply, mediaExternalId), body }
  },

  async onPost(session, videoId, { body }) {
    const topLevelComment = { snippet: { textOriginal: body } }
    const snippet = { channelId: session.entity.externalId, videoId, topLevelComment }
    const query = { part: 'snippet' }
    const thread = await request(session, 'commentThreads.insert', { query, body: { snippet }, mutates: true })
    return { ...readComment(session, thread.snippet.topLevelComment, videoId), body }
  },

  /** YouTube knows no handles: a comment is recognised by its author, its text and its place. */
  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const isOnPost = externalId === mediaExternalId
    const listed = isOnPost
      ? await listThreads(session, externalId)
      : await listReplies(session, parseThreadId(externalId), mediaExternalId)
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const isOurs = (one: FoundComment) =>
      one.isOwn && one.body?.trim() === body.trim() && !otherIds.includes(one.externalId)
    const found = listed.find((one) => isOurs(one) && (one.occurredAt?.getTime() ?? 0) >= earliest)
    if (!found && session.now().getTime() - intentAt.getTime() < LATE_REQUEST_MS)
      throw new PlatformError('unavailable', 'YouTube may still be processing this comment.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return found && { ...found, body }
  },

  hide: (session, id) => setStatus(session, id, 'heldForReview'),
  unhide: (session, id) => setStatus(session, id, 'published'),

  /** What others wrote can only be rejected, which hides it for good. */
  async delete(session, externalId) {
    const query = { part: 'snippet', id: externalId }
    const [comment] = (await request(session, 'comments.list', { query })).items ?? []
    if (!comment) return
    try {
      if (readComment(session, comment, null).isOwn)
        await request(session, 'comments.delete', { query: { id: externalId } })
      else await setStatus(session, externalId, 'rejected')
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

/** A reply's id begins with that of its thread. Replies have no replies: an answer to one goes into the thread. */
function parseThreadId(commentId: string): string {
  return commentId.split('.')[0] ?? commentId
}

async function setStatus(session: Session, id: string, moderationStatus: string): Promise<void> {
  await request(session, 'comments.setModerationStatus', { query: { id, moderationStatus } })
}

async function listThreads(session: Session, videoId: string): Promise<FoundComment[]> {
  const query = { part: 'snippet', videoId, order: 'time', maxResults: 100, textFormat: 'plainText' }
  const { items = [] } = await request(session, 'commentThreads.list', { query })
  return items.map(({ snippet }: Body) => readComment(session, snippet.topLevelComment, videoId))
}
