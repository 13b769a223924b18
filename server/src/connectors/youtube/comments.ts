import { AnyBody } from '../api/response.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { listComments } from './comment-list.ts'
import { hasRule } from './errors.ts'
import { Comment, CommentList, listReplies, readComment, Thread, ThreadList } from './threads.ts'

/** The most that YouTube's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time YouTube has finished any request whose response we gave up on. */
const LATE_REQUEST_MS = 60_000

export const comments: Comments = {
  list: (session, { cursor }) => listComments(session, cursor),

  async reply(session, { externalId, mediaExternalId }, { body }) {
    const snippet = { parentId: parseThreadId(externalId), textOriginal: body }
    const options = { query: { part: 'snippet' }, body: { snippet }, mutates: true }
    const reply = await request(session, 'comments.insert', { schema: Comment, ...options })
    return { ...readComment(session, reply, mediaExternalId), body }
  },

  async onPost(session, videoId, { body }) {
    const topLevelComment = { snippet: { textOriginal: body } }
    const snippet = { channelId: session.entity.externalId, videoId, topLevelComment }
    const options = { query: { part: 'snippet' }, body: { snippet }, mutates: true }
    const thread = await request(session, 'commentThreads.insert', { schema: Thread, ...options })
    return { ...readComment(session, thread.snippet.topLevelComment, videoId), body }
  },

  /** YouTube has no idempotency keys: a comment is recognized by its author, its text and its thread. */
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

  /** A comment of another author can only be rejected, which hides it permanently. */
  async delete(session, externalId) {
    const query = { part: 'snippet', id: externalId }
    const { items } = await request(session, 'comments.list', { schema: CommentList, query })
    const comment = items?.[0]
    if (!comment) return
    try {
      if (readComment(session, comment, null).isOwn)
        await request(session, 'comments.delete', { schema: AnyBody, query: { id: externalId } })
      else await setStatus(session, externalId, 'rejected')
    } catch (error) {
      if (!hasRule(error, 'resource.not_found')) throw error
    }
  },
}

/** The id of a reply begins with the id of its thread. A reply to a reply goes into the thread. */
function parseThreadId(commentId: string): string {
  return commentId.split('.')[0] ?? commentId
}

async function setStatus(session: Session, id: string, moderationStatus: string): Promise<void> {
  await request(session, 'comments.setModerationStatus', { schema: AnyBody, query: { id, moderationStatus } })
}

async function listThreads(session: Session, videoId: string): Promise<FoundComment[]> {
  const query = { part: 'snippet', videoId, order: 'time', maxResults: 100, textFormat: 'plainText' }
  const { items } = await request(session, 'commentThreads.list', { schema: ThreadList, query })
  return (items ?? []).map(({ snippet }) => readComment(session, snippet.topLevelComment, videoId))
}
