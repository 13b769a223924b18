import type { Comments, FoundComment } from '../inbox.ts'
import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { advance, isAfter, type Position, readPosition, toUnixSeconds } from '../meta/list-position.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

const FIELDS = 'id,message,from{id,name},created_time,is_hidden,can_comment,parent{id}'
const POSTS_MAX = 100
/** The first read takes the comments of the newest posts only. */
const FIRST_POSTS = 25
const PAGE_SIZE = 50
const PAGES_MAX = 10
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time Facebook has finished any request whose answer we gave up on. */
const LATE_REQUEST_SECONDS = 60

export const comments: Comments = {
  /** A post's `updated_time` is that of its last comment, so one request finds the posts that have news. */
  async list(session, { cursor }) {
    const position = readPosition(cursor)
    const query = { fields: 'id,updated_time', limit: POSTS_MAX }
    const { data } = await readPage(createPageGraph(session), `${getPageId(session)}/published_posts`, { query })
    const changed = data.filter(({ updated_time }) => toUnixSeconds(updated_time) >= position.at)
    const found: FoundComment[] = []
    for (const { id } of cursor === null ? changed.slice(0, FIRST_POSTS) : changed)
      found.push(...(await readNew(session, String(id), position, cursor === null ? 1 : PAGES_MAX)))
    const newest = Math.max(position.at, ...data.map(({ updated_time }) => toUnixSeconds(updated_time)))
    const items = found.filter((comment) => isAfter(position, comment))
    return { items, cursor: advance(position, newest, found), hasMore: false }
  },

  async reply(session, { externalId, mediaExternalId }, { body }) {
    return write(session, externalId, mediaExternalId, body)
  },
  onPost: (session, postId, { body }) => write(session, postId, postId, body),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const query = { fields: FIELDS, order: 'reverse_chronological', limit: PAGE_SIZE }
    const { data } = await readPage(createPageGraph(session), `${externalId}/comments`, { query })
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const found = data.find(
      (comment) =>
        isOwn(session, comment.from) &&
        String(comment.message).trim() === body.trim() &&
        Date.parse(comment.created_time) >= earliest &&
        !otherIds.includes(String(comment.id)),
    )
    if (found) return readComment(session, found, mediaExternalId)
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_SECONDS * 1000)
      throw new PlatformError('unavailable', 'Facebook may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  hide: (session, externalId) => setHidden(session, externalId, true),
  unhide: (session, externalId) => setHidden(session, externalId, false),

  async delete(session, externalId) {
    try {
      await request(createPageGraph(session), 'DELETE', externalId)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/** Newest first, back to the position. A post that was deleted in between has none. */
async function readNew(session: Session, post: string, { at }: Position, pagesMax: number): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  let after: string | null = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const query: Record<string, string | number> = {
      fields: FIELDS,
      filter: 'stream',
      order: 'reverse_chronological',
      limit: PAGE_SIZE,
      ...(after !== null && { after }),
    }
    const page = await readPage(createPageGraph(session), `${post}/comments`, { query }).catch((error: unknown) => {
      if (isMissing(error)) return { data: [], after: null }
      throw error
    })
    found.push(...page.data.map((comment) => readComment(session, comment, post)))
    after = page.after
    if (after === null || toUnixSeconds(page.data.at(-1)?.created_time) < at) break
  }
  return found.toReversed()
}

async function write(session: Session, to: string, post: string | null, message: string): Promise<FoundComment> {
  const comment = await request(createPageGraph(session), 'POST', `${to}/comments`, {
    query: { fields: FIELDS },
    form: { message },
    mutates: true,
  })
  const from = { id: getPageId(session) }
  return readComment(session, { message, from, ...comment }, post)
}

/** Facebook refuses to hide a hidden comment again: then what counts is what it is. */
async function setHidden(session: Session, externalId: string, wanted: boolean): Promise<void> {
  try {
    await request(createPageGraph(session), 'POST', externalId, { form: { is_hidden: wanted } })
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'invalid') || isMissing(error)) throw error
    const { is_hidden } = await request(createPageGraph(session), 'GET', externalId, { query: { fields: 'is_hidden' } })
    if (is_hidden !== wanted) throw error
  }
}

function readComment(session: Session, comment: Body, post: string | null): FoundComment {
  const parent = comment.parent?.id
  return {
    externalId: String(comment.id),
    mediaExternalId: post,
    parentExternalId: parent === undefined || String(parent) === post ? null : String(parent),
    author: readPerson(comment.from),
    body: comment.message ?? null,
    isHidden: comment.is_hidden === true,
    canReply: comment.can_comment !== false,
    isOwn: isOwn(session, comment.from),
    occurredAt: comment.created_time === undefined ? null : new Date(comment.created_time),
  }
}
