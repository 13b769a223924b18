import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import {
  buildEdgeSchema,
  ignoreMissing,
  isMissing,
  listPages,
  readPage,
  request,
  Sender,
  Time,
  toExternalId,
} from '../meta/graph.ts'
import { advance, isAfter, type Position, readPosition, toUnixSeconds } from '../meta/list-position.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId, isOwn, readPerson } from './page.ts'

const FIELDS = 'id,message,from{id,name},created_time,is_hidden,can_comment,parent{id}'
const POSTS_MAX = 100
/** The first read includes the comments of the newest posts only. */
const FIRST_POSTS = 25
const PAGE_SIZE = 50
const PAGES_MAX = 10
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time Facebook has finished every request whose response got lost. */
const LATE_REQUEST_SECONDS = 60

const commentFields = {
  id: Id,
  message: Maybe(Type.String()),
  from: Maybe(Sender),
  is_hidden: Maybe(Type.Boolean()),
  can_comment: Maybe(Type.Boolean()),
  parent: Maybe(Type.Object({ id: Maybe(Id) })),
}
const WrittenComment = Type.Object({ ...commentFields, created_time: Maybe(Time) })
type WrittenComment = Static<typeof WrittenComment>

const CommentEdge = buildEdgeSchema(Type.Object({ ...commentFields, created_time: Time }))
const PostEdge = buildEdgeSchema(Type.Object({ id: Id, updated_time: Time }))
const Visibility = Type.Object({ is_hidden: Maybe(Type.Boolean()) })

export const comments: Comments = {
  /** A post's `updated_time` is the time of its last comment, so one request finds the posts with new comments. */
  async list(session, { cursor }) {
    const position = readPosition(cursor)
    const query = { fields: 'id,updated_time', limit: POSTS_MAX }
    const { data } = await readPage(createPageGraph(session), `${getPageId(session)}/published_posts`, {
      schema: PostEdge,
      query,
    })
    const changed = data.filter(({ updated_time }) => toUnixSeconds(updated_time) >= position.at)
    const found: FoundComment[] = []
    for (const { id } of cursor === null ? changed.slice(0, FIRST_POSTS) : changed)
      found.push(...(await readNew(session, String(id), position, cursor === null ? 1 : PAGES_MAX)))
    const newest = Math.max(position.at, ...data.map(({ updated_time }) => toUnixSeconds(updated_time)))
    const items = found.filter((comment) => isAfter(position, comment))
    return { items, cursor: advance(position, newest, found), hasMore: false }
  },

  reply: (session, { externalId, mediaExternalId }, { body }) => write(session, externalId, mediaExternalId, body),
  onPost: (session, postId, { body }) => write(session, postId, postId, body),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const query = { fields: FIELDS, order: 'reverse_chronological', limit: PAGE_SIZE }
    const { data } = await readPage(createPageGraph(session), `${externalId}/comments`, { schema: CommentEdge, query })
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const found = data.find(
      (comment) =>
        isOwn(session, comment.from) &&
        comment.message?.trim() === body.trim() &&
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
    await request(createPageGraph(session), 'DELETE', externalId, { schema: AnyBody }).catch(ignoreMissing)
  },
}

/** Reads the comments since the position, oldest first. A post that was deleted in between has none. */
async function readNew(session: Session, post: string, { at }: Position, pagesMax: number): Promise<FoundComment[]> {
  const found: FoundComment[] = []
  const query = { fields: FIELDS, filter: 'stream', order: 'reverse_chronological', limit: PAGE_SIZE }
  const options = { schema: CommentEdge, query, pagesMax }
  try {
    for await (const { data } of listPages(createPageGraph(session), `${post}/comments`, options)) {
      found.push(...data.map((comment) => readComment(session, comment, post)))
      if (toUnixSeconds(data.at(-1)?.created_time) < at) break
    }
  } catch (error) {
    ignoreMissing(error)
  }
  return found.toReversed()
}

async function write(session: Session, to: string, post: string | null, message: string): Promise<FoundComment> {
  const comment = await request(createPageGraph(session), 'POST', `${to}/comments`, {
    schema: WrittenComment,
    query: { fields: FIELDS },
    form: { message },
    mutates: true,
  })
  const from = { id: getPageId(session) }
  return readComment(session, { message, from, ...comment }, post)
}

/** Facebook refuses to hide a hidden comment again: the call succeeds if the comment is in the requested state. */
async function setHidden(session: Session, externalId: string, isHidden: boolean): Promise<void> {
  try {
    await request(createPageGraph(session), 'POST', externalId, { schema: AnyBody, form: { is_hidden: isHidden } })
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'invalid') || isMissing(error)) throw error
    const query = { fields: 'is_hidden' }
    const { is_hidden } = await request(createPageGraph(session), 'GET', externalId, { schema: Visibility, query })
    if (is_hidden !== isHidden) throw error
  }
}

function readComment(session: Session, comment: WrittenComment, post: string | null): FoundComment {
  const parent = toExternalId(comment.parent?.id)
  return {
    externalId: String(comment.id),
    mediaExternalId: post,
    parentExternalId: parent === post ? null : parent,
    author: readPerson(comment.from),
    body: comment.message ?? null,
    isHidden: comment.is_hidden === true,
    canReply: comment.can_comment !== false,
    isOwn: isOwn(session, comment.from),
    occurredAt: comment.created_time ? new Date(comment.created_time) : null,
  }
}
