import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { encode, encodeList, request, send } from './client.ts'
import { hasRule } from './errors.ts'
import { CLOCK_SKEW_MS } from './publish.ts'
import { isPostUrn, parseCommentUrn, parseUrnTime } from './urn.ts'

/** Number of comments of each post when it was last read. */
type CommentCounts = Readonly<Record<string, number>>

const PAGE_SIZE = 100
const PAGES_MAX = 10
/** Age up to which a post is read again although its count is the same: one comment may have replaced another. */
const YOUNG_MS = 2 * 86_400_000
/** After this time LinkedIn has finished any request whose response got lost. */
const LATE_REQUEST_MS = 60_000

const NewComment = Type.Object({
  commentUrn: Type.String({ minLength: 1 }),
  parentComment: Maybe(Type.String()),
  created: Maybe(Type.Object({ time: Type.Number() })),
})
type Comment = Static<typeof Comment>
/** Actor and time decide whether a comment is ours. */
const Comment = Type.Object({
  ...NewComment.properties,
  actor: Type.String({ minLength: 1 }),
  created: Type.Object({ time: Type.Number() }),
  message: Maybe(Type.Object({ text: Maybe(Type.String()) })),
  commentsSummary: Maybe(Type.Object({ aggregatedTotalComments: Maybe(Type.Number()) })),
})
const CommentPage = Type.Object({ elements: Type.Array(Comment) })
const SocialMetadata = Type.Object({
  results: Maybe(
    Type.Record(Type.String(), Type.Object({ commentSummary: Maybe(Type.Object({ count: Maybe(Type.Number()) })) })),
  ),
})

export const comments: Comments = {
  /** Counts the comments of all posts in one request. Reads old posts only when their count has changed. */
  async list(session, { cursor, posts }) {
    const before = (cursor === null ? {} : JSON.parse(cursor)) as CommentCounts
    const urns = posts.filter(isPostUrn)
    // LinkedIn shows the comments under a person's posts to a few apps only.
    if (session.entity.kind !== 'organization' || urns.length === 0) return { items: [], cursor: null, hasMore: false }
    const counts = await countComments(session, urns)
    const items: FoundComment[] = []
    for (const [urn, count] of Object.entries(counts)) {
      const isDue = count !== (before[urn] ?? 0) || (count > 0 && isYoung(session, urn))
      if (isDue) items.push(...(await readThread(session, urn, urn)))
    }
    return { items, cursor: JSON.stringify(counts), hasMore: false }
  },

  /** LinkedIn has two levels: a reply to a reply is placed under the comment above it. */
  async reply(session, { externalId, mediaExternalId }, { body }) {
    const parent = (await readComment(session, externalId)).parentComment ?? externalId
    const object = mediaExternalId ?? parseCommentId(externalId).thread
    return create(session, { object, parent, mediaExternalId, body })
  },

  onPost: (session, postId, { body }) =>
    create(session, { object: postId, parent: null, mediaExternalId: postId, body }),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const isComment = parseCommentUrn(externalId) !== undefined
    const parent = isComment ? (await readComment(session, externalId)).parentComment : null
    const all = await listUnder(session, parent ?? externalId)
    const found = all.find(
      ({ commentUrn, actor, message, created }) =>
        actor === session.entity.externalId &&
        message?.text === body &&
        !otherIds.includes(commentUrn) &&
        created.time > intentAt.getTime() - CLOCK_SKEW_MS,
    )
    if (found) return toFoundComment(session, found, mediaExternalId)
    if (all.length >= PAGE_SIZE * PAGES_MAX)
      throw new PlatformError('unavailable', 'The comments could not be read to their end.')
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_MS)
      throw new PlatformError('unavailable', 'LinkedIn may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  async delete(session, externalId) {
    const { thread, id } = parseCommentId(externalId)
    try {
      await send(session, 'DELETE', `/rest/socialActions/${encode(thread)}/comments/${id}`, {
        query: { actor: encode(session.entity.externalId) },
      })
    } catch (error) {
      if (!hasRule(error, 'not_found')) throw error
    }
  },
}

function isYoung(session: Session, urn: string): boolean {
  return session.now().getTime() - (parseUrnTime(urn)?.getTime() ?? 0) < YOUNG_MS
}

async function countComments(session: Session, urns: readonly string[]): Promise<CommentCounts> {
  const { results } = await request(session, 'GET', '/rest/socialMetadata', {
    schema: SocialMetadata,
    query: { ids: encodeList(urns) },
    restliMethod: 'BATCH_GET',
  })
  return Object.fromEntries(urns.map((urn) => [urn, results?.[urn]?.commentSummary?.count ?? 0]))
}

/** Reads the comments under a post or a comment, with the replies to them. */
async function readThread(session: Session, urn: string, postUrn: string): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  for (const comment of await listUnder(session, urn)) {
    found.push(toFoundComment(session, comment, postUrn))
    if (urn === postUrn && (comment.commentsSummary?.aggregatedTotalComments ?? 0) > 0)
      found.push(...(await readThread(session, comment.commentUrn, postUrn)))
  }
  return found
}

async function listUnder(session: Session, urn: string): Promise<Comment[]> {
  const path = `/rest/socialActions/${encode(urn)}/comments`
  const all: Comment[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { count: PAGE_SIZE, start: page * PAGE_SIZE }
    const { elements } = await request(session, 'GET', path, { schema: CommentPage, query })
    all.push(...elements)
    if (elements.length < PAGE_SIZE) break
  }
  return all
}

function readComment(session: Session, externalId: string): Promise<Comment> {
  const { thread, id } = parseCommentId(externalId)
  return request(session, 'GET', `/rest/socialActions/${encode(thread)}/comments/${id}`, { schema: Comment })
}

interface CommentDraft {
  /** The post, or the activity that LinkedIn made of it. */
  readonly object: string
  /** The comment above; null under the post itself. */
  readonly parent: string | null
  readonly mediaExternalId: string | null
  readonly body: string
}

/** Creates a comment. Its text is plain: escapes of little text would be visible. */
async function create(session: Session, { object, parent, mediaExternalId, body }: CommentDraft) {
  const actor = session.entity.externalId
  const created = await request(session, 'POST', `/rest/socialActions/${encode(parent ?? object)}/comments`, {
    schema: NewComment,
    body: { actor, object, message: { text: body }, ...(parent !== null && { parentComment: parent }) },
    mutates: true,
  })
  return toFoundComment(session, { parentComment: parent, ...created, actor, message: { text: body } }, mediaExternalId)
}

function toFoundComment(
  session: Session,
  {
    commentUrn,
    parentComment,
    actor,
    message,
    created,
  }: Static<typeof NewComment> & Pick<Comment, 'actor' | 'message'>,
  postUrn: string | null,
): FoundComment {
  return {
    externalId: commentUrn,
    mediaExternalId: postUrn,
    parentExternalId: parentComment ?? null,
    // LinkedIn sends no names with comments.
    author: { externalId: actor, name: null, username: null, avatarUrl: null },
    body: message?.text ?? null,
    isHidden: false,
    canReply: true,
    isOwn: actor === session.entity.externalId,
    occurredAt: created ? new Date(created.time) : null,
  }
}

function parseCommentId(externalId: string): { thread: string; id: string } {
  const parsed = parseCommentUrn(externalId)
  if (parsed) return parsed
  throw new PlatformError('invalid', 'This is not the id of a comment on LinkedIn.', { rule: 'linkedin.comment.id' })
}
