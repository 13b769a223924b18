import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, encode, encodeList, request, send } from './client.ts'
import { hasRule } from './errors.ts'
import { CLOCK_SKEW_MS } from './publish.ts'
import { isPostUrn, parseCommentUrn, parseUrnTime } from './urn.ts'

/** How many comments each post had when it was last read. */
type CommentCounts = Readonly<Record<string, number>>

const PAGE_SIZE = 100
const PAGES_MAX = 10
/** For this long a post is read again although its count is the same: one comment may have replaced another. */
const YOUNG_MS = 2 * 86_400_000
/** After this time LinkedIn has finished any request whose answer we gave up on. */
const LATE_REQUEST_MS = 60_000

export const comments: Comments = {
  /** One request counts the comments of all posts. Old posts are read only when their count has changed. */
  async list(session, { cursor, posts }) {
    const known = (cursor === null ? {} : JSON.parse(cursor)) as CommentCounts
    const urns = posts.filter(isPostUrn)
    // The comments under a person's posts are shown to a few apps only.
    if (session.entity.kind !== 'organization' || urns.length === 0) return { items: [], cursor: null, hasMore: false }
    const now = await countComments(session, urns)
    const items: FoundComment[] = []
    for (const urn of urns) {
      const count = now[urn] ?? 0
      const isDue = count !== (known[urn] ?? 0) || (count > 0 && isYoung(session, urn))
      if (isDue) items.push(...(await readThread(session, urn, urn)))
    }
    const counts = urns.map((urn) => [urn, now[urn] ?? 0])
    return { items, cursor: JSON.stringify(Object.fromEntries(counts)), hasMore: false }
  },

  /** LinkedIn has two levels: an answer to a reply is placed under the comment above it. */
  async reply(session, { externalId, mediaExternalId }, { body }) {
    const found = await readComment(session, externalId)
    const parent = String(found.parentComment ?? externalId)
    return create(session, {
      urn: parent,
      object: mediaExternalId ?? String(found.object),
      parent,
      mediaExternalId,
      body,
    })
  },

  onPost: (session, postId, { body }) =>
    create(session, { urn: postId, object: postId, parent: null, mediaExternalId: postId, body }),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const isComment = parseCommentUrn(externalId) !== undefined
    const top = isComment ? String((await readComment(session, externalId)).parentComment ?? externalId) : externalId
    const found = (await listUnder(session, top))
      .map((one) => toFoundComment(session, one, mediaExternalId))
      .find(
        (one) =>
          one.isOwn &&
          one.body === body &&
          !otherIds.includes(one.externalId) &&
          (one.occurredAt?.getTime() ?? 0) > intentAt.getTime() - CLOCK_SKEW_MS,
      )
    if (found) return found
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

async function countComments(session: Session, urns: readonly string[]): Promise<Record<string, number>> {
  const { results = {} } = await request(session, 'GET', '/rest/socialMetadata', {
    query: { ids: encodeList(urns) },
    restliMethod: 'BATCH_GET',
  })
  const counted = Object.entries<Body>(results).map(([urn, one]) => [urn, one?.commentSummary?.count])
  return Object.fromEntries(counted.filter(([, count]) => typeof count === 'number'))
}

/** The comments under a post or a comment, with the replies to them. */
async function readThread(session: Session, urn: string, postUrn: string): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  for (const one of await listUnder(session, urn)) {
    found.push(toFoundComment(session, one, postUrn))
    if (urn === postUrn && (one.commentsSummary?.aggregatedTotalComments ?? 0) > 0)
      found.push(...(await readThread(session, String(one.commentUrn), postUrn)))
  }
  return found
}

async function listUnder(session: Session, urn: string): Promise<Body[]> {
  const all: Body[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = { count: PAGE_SIZE, start: page * PAGE_SIZE }
    const { elements = [] } = await request(session, 'GET', `/rest/socialActions/${encode(urn)}/comments`, { query })
    all.push(...elements)
    if (elements.length < PAGE_SIZE) break
  }
  return all
}

function readComment(session: Session, externalId: string): Promise<Body> {
  const { thread, id } = parseCommentId(externalId)
  return request(session, 'GET', `/rest/socialActions/${encode(thread)}/comments/${id}`)
}

interface NewComment {
  /** What it stands under: a post or a comment. */
  readonly urn: string
  readonly object: string
  readonly parent: string | null
  readonly mediaExternalId: string | null
  readonly body: string
}

/** The text of a comment is plain: escapes of little text would be shown. */
async function create(session: Session, { urn, object, parent, mediaExternalId, body }: NewComment) {
  const actor = session.entity.externalId
  const made = await request(session, 'POST', `/rest/socialActions/${encode(urn)}/comments`, {
    body: { actor, object, message: { text: body }, ...(parent !== null && { parentComment: parent }) },
    mutates: true,
  })
  if (typeof made.commentUrn !== 'string')
    throw new PlatformError('ambiguous', 'LinkedIn answered without the id of the comment.')
  return { ...toFoundComment(session, { actor, parentComment: parent, ...made }, mediaExternalId), body }
}

function toFoundComment(session: Session, found: Body, postUrn: string | null): FoundComment {
  const time = Number(found.created?.time)
  return {
    externalId: String(found.commentUrn),
    mediaExternalId: postUrn,
    parentExternalId: typeof found.parentComment === 'string' ? found.parentComment : null,
    // LinkedIn gives no names with comments.
    author: { externalId: String(found.actor), name: null, username: null, avatarUrl: null },
    body: typeof found.message?.text === 'string' ? found.message.text : null,
    isHidden: false,
    canReply: true,
    isOwn: found.actor === session.entity.externalId,
    occurredAt: time > 0 ? new Date(time) : null,
  }
}

function parseCommentId(externalId: string): { thread: string; id: string } {
  const parsed = parseCommentUrn(externalId)
  if (parsed) return parsed
  throw new PlatformError('invalid', 'This is not the id of a comment on LinkedIn.', { rule: 'linkedin.comment.id' })
}
