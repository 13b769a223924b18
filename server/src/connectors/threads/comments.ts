import type { Comments, FoundComment } from '../inbox.ts'
import { type GraphPage, isMissing } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createReply, readContainer } from './containers.ts'
import { type Body, readPage, request } from './graph.ts'
import { CLOCK_SKEW_MS, publishContainer } from './publish.ts'
import { REPLY_FIELDS, readReply } from './reply.ts'

/** Threads may show a reply minutes after the time that it has. */
const OVERLAP_MS = 10 * 60_000
/** The newest 1000 replies of a post. */
const PAGES_MAX = 10
const PAGE_SIZE = 100
/** After this time Threads has finished any request whose answer we gave up on. */
const LATE_REQUEST_MS = 60_000
const STATUS_READS = 5

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body }) => {
  const container = await createReply(session, externalId, body)
  await waitForContainer(session, container)
  const id = await publishContainer(session, container)
  const { identity } = session
  return {
    externalId: id,
    mediaExternalId,
    parentExternalId: externalId === mediaExternalId ? null : externalId,
    author: {
      externalId: identity.username ?? identity.externalId,
      name: identity.displayName,
      username: identity.username,
      avatarUrl: identity.avatarUrl,
    },
    body,
    isHidden: false,
    canReply: true,
    isOwn: true,
    occurredAt: session.now(),
  }
}

export const comments: Comments = {
  /** The cursor is the time of the newest reply that was read. */
  async list(session, { cursor, posts }) {
    const since = cursor === null ? 0 : Date.parse(cursor) - OVERLAP_MS
    const items: FoundComment[] = []
    for (const post of await withReplies(session, posts)) items.push(...(await listReplies(session, post, since)))
    const newest = Math.max(0, ...items.map(({ occurredAt }) => occurredAt?.getTime() ?? 0))
    const isNewer = newest > (cursor === null ? 0 : Date.parse(cursor))
    return { items, cursor: isNewer ? new Date(newest).toISOString() : null, hasMore: false }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const since = intentAt.getTime() - CLOCK_SKEW_MS
    const found = (await listReplies(session, mediaExternalId ?? externalId, since)).find(
      (reply) =>
        reply.isOwn &&
        reply.body?.trim() === body.trim() &&
        (reply.parentExternalId ?? reply.mediaExternalId) === externalId &&
        (reply.occurredAt?.getTime() ?? 0) >= since &&
        !otherIds.includes(reply.externalId),
    )
    if (found) return { ...found, body }
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_MS)
      throw new PlatformError('unavailable', 'Threads may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  hide: (session, externalId) => setHidden(session, externalId, true),
  unhide: (session, externalId) => setHidden(session, externalId, false),

  async delete(session, externalId) {
    try {
      const { is_reply_owned_by_me } = await readOne(session, externalId)
      if (is_reply_owned_by_me === false)
        throw new PlatformError('invalid', 'Threads deletes only what the account itself wrote.', {
          rule: 'threads.comment.foreign',
          remediation: 'Hide the reply instead.',
        })
      await request(session, 'DELETE', encodeURIComponent(externalId))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/** Only replies to the post itself can be hidden; those below follow. */
async function setHidden(session: Session, externalId: string, hide: boolean): Promise<void> {
  const { root_post, replied_to } = await readOne(session, externalId)
  if (root_post?.id && replied_to?.id && root_post.id !== replied_to.id)
    throw new PlatformError('invalid', 'Threads hides only replies to the post itself; replies below them follow.', {
      rule: 'threads.comment.nested',
      remediation: 'Hide the reply at the top of this conversation.',
    })
  await request(session, 'POST', `${encodeURIComponent(externalId)}/manage_reply`, { form: { hide } })
}

function readOne(session: Session, externalId: string): Promise<Body> {
  return request(session, 'GET', encodeURIComponent(externalId), { query: { fields: REPLY_FIELDS } })
}

/** One request tells which of the newest posts have replies; older ones are read in any case. */
async function withReplies(session: Session, posts: readonly string[]): Promise<string[]> {
  if (posts.length === 0) return []
  const query = { fields: 'id,has_replies', limit: PAGE_SIZE }
  const { data } = await readPage(session, `${session.entity.externalId}/threads`, query)
  const silent = new Set(data.filter((one) => one.has_replies === false).map((one) => String(one.id)))
  return posts.filter((post) => !silent.has(post))
}

/** Newest first at Threads, so it ends at what was read before. */
async function listReplies(session: Session, postId: string, since: number): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer: GraphPage<Body> = await readReplies(session, postId, after)
    const replies = answer.data.map((reply) => readReply(reply, postId))
    found.push(...replies.filter(({ occurredAt }) => (occurredAt?.getTime() ?? since) >= since))
    const isPast = replies.some(({ occurredAt }) => occurredAt !== null && occurredAt.getTime() < since)
    after = answer.after
    if (after === null || isPast) break
  }
  return found.toReversed()
}

/** A deleted post has none. */
async function readReplies(session: Session, postId: string, after: string | null): Promise<GraphPage<Body>> {
  const query = { fields: REPLY_FIELDS, reverse: 'true', limit: PAGE_SIZE, ...(after !== null && { after }) }
  try {
    return await readPage(session, `${encodeURIComponent(postId)}/conversation`, query)
  } catch (error) {
    if (isMissing(error)) return { data: [], after: null }
    throw error
  }
}

/** A text is processed at once, or nearly. Nothing is shown before the container is published. */
async function waitForContainer(session: Session, container: string): Promise<void> {
  for (let read = 0; read < STATUS_READS; read++) {
    const { status } = await readContainer(session, container)
    if (status === 'FINISHED') return
    if (status !== 'IN_PROGRESS') break
  }
  throw new PlatformError('unavailable', 'Threads has not processed the reply in time. It was not sent.', {
    rule: 'threads.container.processing',
    remediation: 'Repeat the call.',
  })
}
