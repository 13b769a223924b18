import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id } from '../api/response.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { buildEdgeSchema, ignoreMissing, listPages, readPage, request, Sender, Time } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId, isOwn, readPerson } from './account.ts'

const OWN = 'id,text,username,from,timestamp,hidden'
const FIELDS = `${OWN},replies.limit(50){${OWN}}`
const MEDIA_MAX = 50
const PAGE_SIZE = 50
const PAGES_MAX = 4
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time Instagram has finished every request whose response got lost. */
const LATE_REQUEST_SECONDS = 60

const commentFields = {
  id: Id,
  text: Maybe(Type.String()),
  username: Maybe(Type.String()),
  from: Maybe(Sender),
  timestamp: Time,
  hidden: Maybe(Type.Boolean()),
}
type Comment = Static<typeof Comment>
const Comment = Type.Object(commentFields)

type Thread = Static<typeof Thread>
const Thread = Type.Object({ ...commentFields, replies: Maybe(buildEdgeSchema(Comment)) })

const CommentId = Type.Object({ id: Id })
const Media = Type.Object({
  id: Id,
  comments_count: Maybe(Type.Integer()),
  comments: Maybe(buildEdgeSchema(CommentId)),
})

const CommentEdge = buildEdgeSchema(Comment)
const ThreadEdge = buildEdgeSchema(Thread)
const MediaEdge = buildEdgeSchema(Media)

/** The number of comments of each of the newest posts, and the id of the last comment. */
type SeenComments = Readonly<Record<string, string>>

const describe = ({ comments_count, comments: last }: Omit<Static<typeof Media>, 'id'>) =>
  `${comments_count ?? 0} ${last?.data[0]?.id ?? ''}`
const NONE = describe({})

export const comments: Comments = {
  /** One request counts the comments of all recent posts. Those of a post are read if their number or the last comment has changed. */
  async list(session, { cursor }) {
    const before = (cursor === null ? {} : JSON.parse(cursor)) as SeenComments
    const query = { fields: 'id,comments_count,comments.limit(1){id}', limit: MEDIA_MAX }
    const path = `${getAccountId(session)}/media`
    const { data } = await readPage(createAccountGraph(session), path, { schema: MediaEdge, query })
    const seen: SeenComments = Object.fromEntries(data.map((media) => [media.id, describe(media)]))
    const items: FoundComment[] = []
    for (const [id, now] of Object.entries(seen))
      if (now !== (before[id] ?? NONE)) items.push(...(await readThreads(session, id)))
    return { items, cursor: JSON.stringify(seen), hasMore: false }
  },

  reply: (session, { externalId, mediaExternalId }, { body }) =>
    write(session, { to: externalId, edge: 'replies', media: mediaExternalId }, body),
  onPost: (session, media, { body }) => write(session, { to: media, edge: 'comments', media }, body),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const isOnPost = externalId === mediaExternalId
    const query = { fields: OWN, limit: PAGE_SIZE }
    const path = `${externalId}/${isOnPost ? 'comments' : 'replies'}`
    const { data } = await readPage(createAccountGraph(session), path, { schema: CommentEdge, query })
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const found = data.find(
      (comment) =>
        isOwn(session, readAuthor(comment)) &&
        comment.text?.trim() === body.trim() &&
        Date.parse(comment.timestamp) >= earliest &&
        !otherIds.includes(String(comment.id)),
    )
    if (found) return readComment(session, found, { media: mediaExternalId, parent: isOnPost ? null : externalId })
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_SECONDS * 1000)
      throw new PlatformError('unavailable', 'Instagram may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  hide: (session, externalId) => setHidden(session, externalId, true),
  unhide: (session, externalId) => setHidden(session, externalId, false),

  async delete(session, externalId) {
    await request(createAccountGraph(session), 'DELETE', externalId, { schema: AnyBody }).catch(ignoreMissing)
  },
}

async function setHidden(session: Session, externalId: string, hide: boolean): Promise<void> {
  await request(createAccountGraph(session), 'POST', externalId, { schema: AnyBody, form: { hide } })
}

/** Reads the comments of a post, oldest first, each before its replies. A post that was deleted in between has none. */
async function readThreads(session: Session, media: string): Promise<FoundComment[]> {
  const found: FoundComment[][] = []
  const options = { schema: ThreadEdge, query: { fields: FIELDS, limit: PAGE_SIZE }, pagesMax: PAGES_MAX }
  try {
    for await (const { data } of listPages(createAccountGraph(session), `${media}/comments`, options))
      for (const comment of data) found.push(readThread(session, comment, media))
  } catch (error) {
    ignoreMissing(error)
  }
  return found.toReversed().flat()
}

function readThread(session: Session, thread: Thread, media: string): FoundComment[] {
  const replies = thread.replies?.data ?? []
  return [
    readComment(session, thread, { media, parent: null }),
    ...replies.map((reply) => readComment(session, reply, { media, parent: String(thread.id) })),
  ]
}

interface CommentLocation {
  readonly media: string | null
  readonly parent: string | null
}

async function write(
  session: Session,
  { to, edge, media }: { to: string; edge: 'comments' | 'replies'; media: string | null },
  message: string,
): Promise<FoundComment> {
  const { id } = await request(createAccountGraph(session), 'POST', `${to}/${edge}`, {
    schema: CommentId,
    form: { message },
    mutates: true,
  })
  const { username } = session.entity.metadata
  const comment = {
    id,
    text: message,
    from: { id: getAccountId(session), username: typeof username === 'string' ? username : null },
    timestamp: session.now().toISOString(),
  }
  return readComment(session, comment, { media, parent: edge === 'comments' ? null : to })
}

/** Instagram omits `from` for some people, but never `username`. */
function readAuthor({ from, username }: Comment): Sender {
  return { ...from, username: from?.username ?? username ?? null }
}

function readComment(session: Session, comment: Comment, { media, parent }: CommentLocation): FoundComment {
  const author = readAuthor(comment)
  return {
    externalId: String(comment.id),
    mediaExternalId: media,
    parentExternalId: parent,
    author: readPerson(author),
    body: comment.text ?? null,
    isHidden: comment.hidden === true,
    canReply: true,
    isOwn: isOwn(session, author),
    occurredAt: new Date(comment.timestamp),
  }
}
