import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { buildEdgeSchema, type GraphPage, isMissing, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createReply, publishContainer, readContainer } from './containers.ts'
import { createGraph } from './graph.ts'
import { CLOCK_SKEW_MS } from './publish.ts'
import { REPLY_FIELDS, Reply, readReference, toComment } from './reply.ts'

const ReplyPage = buildEdgeSchema(Reply)
const PostPage = buildEdgeSchema(Type.Object({ id: Id, has_replies: Maybe(Type.Boolean()) }))

/** Threads may show a reply minutes after its timestamp. */
const OVERLAP_MS = 10 * 60_000
/** The newest 1000 replies of a post. */
const PAGES_MAX = 10
const PAGE_SIZE = 100
/** Time after which Threads has finished every request whose response we stopped waiting for. */
const LATE_REQUEST_MS = 60_000
const STATUS_READS = 5

const reply: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body }) => {
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
    for (const post of await selectWithReplies(session, posts)) items.push(...(await listReplies(session, post, since)))
    const newest = Math.max(0, ...items.map(({ occurredAt }) => occurredAt?.getTime() ?? 0))
    const isNewer = newest > (cursor === null ? 0 : Date.parse(cursor))
    return { items, cursor: isNewer ? new Date(newest).toISOString() : null, hasMore: false }
  },

  reply,
  onPost: (session, postId, comment) => reply(session, { externalId: postId, mediaExternalId: postId }, comment),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const since = intentAt.getTime() - CLOCK_SKEW_MS
    const found = (await listReplies(session, mediaExternalId ?? externalId, since)).find(
      (one) =>
        one.isOwn &&
        one.body?.trim() === body.trim() &&
        (one.parentExternalId ?? one.mediaExternalId) === externalId &&
        !otherIds.includes(one.externalId),
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
      await request(createGraph(session), 'DELETE', encodeURIComponent(externalId), { schema: AnyBody })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/** Only replies to the post itself can be hidden; the replies below are hidden with them. */
async function setHidden(session: Session, externalId: string, hide: boolean): Promise<void> {
  const { root_post, replied_to } = await readOne(session, externalId)
  const [root, parent] = [readReference(root_post), readReference(replied_to)]
  if (root !== null && parent !== null && root !== parent)
    throw new PlatformError('invalid', 'Threads hides only replies to the post itself; replies below them follow.', {
      rule: 'threads.comment.nested',
      remediation: 'Hide the reply at the top of this conversation.',
    })
  const path = `${encodeURIComponent(externalId)}/manage_reply`
  await request(createGraph(session), 'POST', path, { schema: AnyBody, form: { hide } })
}

function readOne(session: Session, externalId: string) {
  const query = { fields: REPLY_FIELDS }
  return request(createGraph(session), 'GET', encodeURIComponent(externalId), { schema: Reply, query })
}

/** Leaves out posts without replies. One request covers the newest posts; older ones are always kept. */
async function selectWithReplies(session: Session, posts: readonly string[]): Promise<string[]> {
  if (posts.length === 0) return []
  const query = { fields: 'id,has_replies', limit: PAGE_SIZE }
  const path = `${session.entity.externalId}/threads`
  const { data } = await readPage(createGraph(session), path, { schema: PostPage, query })
  const silent = new Set(data.filter((post) => post.has_replies === false).map((post) => String(post.id)))
  return posts.filter((post) => !silent.has(post))
}

/** Lists the replies since a time, oldest first. Threads sends the newest first, so reading stops at the first earlier one. */
async function listReplies(session: Session, postId: string, since: number): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page: GraphPage<Reply> = await readReplies(session, postId, after)
    const replies = page.data.map((one) => toComment(one, postId))
    found.push(...replies.filter(({ occurredAt }) => (occurredAt?.getTime() ?? since) >= since))
    const isPast = replies.some(({ occurredAt }) => occurredAt !== null && occurredAt.getTime() < since)
    after = page.after
    if (after === null || isPast) break
  }
  return found.toReversed()
}

/** Reads one page. A deleted post has no replies. */
async function readReplies(session: Session, postId: string, after: string | null): Promise<GraphPage<Reply>> {
  const query = { fields: REPLY_FIELDS, reverse: 'true', limit: PAGE_SIZE, ...(after !== null && { after }) }
  try {
    const path = `${encodeURIComponent(postId)}/conversation`
    return await readPage(createGraph(session), path, { schema: ReplyPage, query })
  } catch (error) {
    if (isMissing(error)) return { data: [], after: null }
    throw error
  }
}

/** Waits until a text is processed, which takes a moment at most. Nothing is visible before the container is published. */
async function waitForContainer(session: Session, container: string): Promise<void> {
  for (let reads = 0; reads < STATUS_READS; reads++) {
    const { status } = await readContainer(session, container)
    if (status === 'FINISHED') return
    if (status !== 'IN_PROGRESS') break
  }
  throw new PlatformError('unavailable', 'Threads has not processed the reply in time. It was not sent.', {
    rule: 'threads.container.processing',
    remediation: 'Repeat the call.',
  })
}
