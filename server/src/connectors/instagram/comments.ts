import type { Comments, FoundComment } from '../inbox.ts'
import { type Body, isMissing, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId, isOwn, readPerson } from './account.ts'

const OWN = 'id,text,username,from,timestamp,hidden'
const FIELDS = `${OWN},replies.limit(50){${OWN}}`
const MEDIA_MAX = 50
const PAGE_SIZE = 50
const PAGES_MAX = 4
const CLOCK_SKEW_MS = 5 * 60_000
/** After this time Instagram has finished any request whose answer we gave up on. */
const LATE_REQUEST_SECONDS = 60

/** How many comments each of the newest posts had, and which was the last. */
type SeenComments = Readonly<Record<string, string>>

const describe = ({ comments_count, comments: last }: Body) => `${comments_count ?? 0} ${last?.data?.[0]?.id ?? ''}`
const NONE = describe({})

export const comments: Comments = {
  /** One request counts the comments of all recent posts; those with another number or another last comment are read. */
  async list(session, { cursor }) {
    const before = (cursor === null ? {} : JSON.parse(cursor)) as SeenComments
    const query = { fields: 'id,comments_count,comments.limit(1){id}', limit: MEDIA_MAX }
    const { data } = await readPage(createAccountGraph(session), `${getAccountId(session)}/media`, { query })
    const seen: SeenComments = Object.fromEntries(data.map((media) => [media.id, describe(media)]))
    const items: FoundComment[] = []
    for (const [id, now] of Object.entries(seen))
      if (now !== (before[id] ?? NONE)) items.push(...(await readAll(session, id)))
    return { items, cursor: JSON.stringify(seen), hasMore: false }
  },

  reply: (session, { externalId, mediaExternalId }, { body }) =>
    write(session, { to: externalId, edge: 'replies', media: mediaExternalId }, body),
  onPost: (session, media, { body }) => write(session, { to: media, edge: 'comments', media }, body),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const isOnPost = externalId === mediaExternalId
    const query = { fields: OWN, limit: PAGE_SIZE }
    const { data } = await readPage(createAccountGraph(session), `${externalId}/${isOnPost ? 'comments' : 'replies'}`, {
      query,
    })
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const found = data.find(
      (comment) =>
        isOwn(session, readAuthor(comment)) &&
        String(comment.text).trim() === body.trim() &&
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

  async hide(session, externalId) {
    await request(createAccountGraph(session), 'POST', externalId, { form: { hide: true } })
  },
  async unhide(session, externalId) {
    await request(createAccountGraph(session), 'POST', externalId, { form: { hide: false } })
  },
  async delete(session, externalId) {
    try {
      await request(createAccountGraph(session), 'DELETE', externalId)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/** Oldest first, each comment before its replies. A post that was deleted in between has none. */
async function readAll(session: Session, media: string): Promise<FoundComment[]> {
  const found: FoundComment[][] = []
  let after: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query: Record<string, string | number> = {
      fields: FIELDS,
      limit: PAGE_SIZE,
      ...(after !== null && { after }),
    }
    const page = await readPage(createAccountGraph(session), `${media}/comments`, { query }).catch((error: unknown) => {
      if (isMissing(error)) return { data: [], after: null }
      throw error
    })
    for (const comment of page.data) {
      const replies: Body[] = comment.replies?.data ?? []
      found.push([
        readComment(session, comment, { media, parent: null }),
        ...replies.map((reply) => readComment(session, reply, { media, parent: String(comment.id) })),
      ])
    }
    after = page.after
    if (after === null) break
  }
  return found.toReversed().flat()
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
    form: { message },
    mutates: true,
  })
  if (id === undefined) throw new PlatformError('ambiguous', 'Instagram answered without the id of the comment.')
  const username = session.entity.metadata['username']
  const written = { id, text: message, from: { id: getAccountId(session), username } }
  const place = { media, parent: edge === 'comments' ? null : to }
  return { ...readComment(session, written, place), occurredAt: session.now() }
}

/** `from` is left out for some people, `username` is not. */
function readAuthor({ from, username }: Body): Body {
  return { ...from, username: from?.username ?? username }
}

function readComment(session: Session, comment: Body, { media, parent }: CommentLocation): FoundComment {
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
    occurredAt: comment.timestamp === undefined ? null : new Date(comment.timestamp),
  }
}
