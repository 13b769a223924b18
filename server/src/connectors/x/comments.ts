import type { Comments, FoundComment, Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, request } from './client.ts'
import {
  AUTHOR_FIELDS,
  comparable,
  deletePost,
  findParentId,
  isSearched,
  listOwnPosts,
  POST_FIELDS,
  restoreSourceText,
} from './posts.ts'

/** A query may have 512 characters. */
const CONVERSATIONS_PER_QUERY = 12
const PAGE_SIZE = 100
const PAGES_MAX = 5
/** After this time X has finished any request whose answer we gave up on. */
const LATE_REQUEST_MS = 60_000

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body }) => {
  const { data } = await request(session, 'POST', '/tweets', {
    body: { text: body, reply: { in_reply_to_tweet_id: externalId } },
    mutates: true,
  })
  if (typeof data?.id !== 'string') throw new PlatformError('ambiguous', 'X answered without the id of the reply.')
  return ownComment(session, { id: data.id, parent: externalId, mediaExternalId, body, occurredAt: session.now() })
}

export const comments: Comments = {
  /** Asks for new replies only, because X charges for each post that it returns; without posts it is not asked at all. */
  async list(session, { cursor, posts }) {
    const found: FoundComment[] = []
    let newest = cursor
    const ids = posts.filter((id) => /^\d{1,19}$/.test(id))
    for (let from = 0; from < ids.length; from += CONVERSATIONS_PER_QUERY) {
      const replies = await search(session, ids.slice(from, from + CONVERSATIONS_PER_QUERY), cursor)
      for (const reply of replies) {
        found.push(reply)
        if (newest === null || BigInt(reply.externalId) > BigInt(newest)) newest = reply.externalId
      }
    }
    return { items: found, cursor: newest === cursor ? null : newest, hasMore: false }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const found = ((await listOwnPosts(session, intentAt)) ?? []).find(
      (post) =>
        findParentId(post) === externalId &&
        !otherIds.includes(String(post.id)) &&
        comparable(withoutMentions(restoreSourceText(post))) === comparable(withoutMentions(body)),
    )
    if (found) {
      const occurredAt = new Date(found.created_at)
      return ownComment(session, { id: String(found.id), parent: externalId, mediaExternalId, body, occurredAt })
    }
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_MS)
      throw new PlatformError('unavailable', 'X may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  hide: (session, externalId) => setHidden(session, externalId, true),
  unhide: (session, externalId) => setHidden(session, externalId, false),

  delete: deletePost,
}

async function search(session: Session, conversations: readonly string[], cursor: string | null) {
  const query = `(${conversations.map((id) => `conversation_id:${id}`).join(' OR ')}) -from:${session.identity.externalId}`
  const isRecent = cursor !== null && isSearched(session, cursor)
  const found: FoundComment[] = []
  let token: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const {
      data = [],
      includes,
      meta,
    } = await request(session, 'GET', '/tweets/search/recent', {
      query: {
        query,
        max_results: PAGE_SIZE,
        'post.fields': POST_FIELDS,
        expansions: 'author_id,referenced_posts',
        'user.fields': AUTHOR_FIELDS,
        ...(isRecent && { since_id: cursor }),
        ...(token !== undefined && { next_token: token }),
      },
    })
    const people = new Map((includes?.users ?? []).map((one: Body) => [String(one.id), one]))
    found.push(...(data as Body[]).map((post) => readComment(session, post, people.get(String(post.author_id)))))
    token = meta?.next_token
    if (token === undefined) break
  }
  return found.toReversed()
}

async function setHidden(session: Session, externalId: string, hidden: boolean): Promise<void> {
  await request(session, 'PUT', `/tweets/${encodeURIComponent(externalId)}/hidden`, { body: { hidden } })
}

/** A reply begins with the names of those it answers, which only address it. */
const withoutMentions = (text: string) => text.replace(/^(?:@\w{1,15}\s+)+/, '')

export function readPerson(id: string, found: Body): Person {
  return {
    externalId: id,
    name: found?.name ?? null,
    username: found?.username ?? null,
    avatarUrl: found?.profile_image_url ?? null,
  }
}

function readComment(session: Session, post: Body, author: unknown): FoundComment {
  const root = String(post.conversation_id)
  const parent = findParentId(post)
  return {
    externalId: String(post.id),
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: readPerson(String(post.author_id), author),
    body: withoutMentions(restoreSourceText(post)),
    // X does not say whether a reply is hidden.
    isHidden: null,
    canReply: true,
    isOwn: String(post.author_id) === session.identity.externalId,
    occurredAt: new Date(post.created_at),
  }
}

interface OwnComment {
  readonly id: string
  readonly parent: string
  readonly mediaExternalId: string | null
  readonly body: string
  readonly occurredAt: Date
}

function ownComment(session: Session, { id, parent, mediaExternalId, body, occurredAt }: OwnComment): FoundComment {
  const { externalId, displayName: name, username, avatarUrl } = session.identity
  return {
    externalId: id,
    mediaExternalId,
    parentExternalId: parent === mediaExternalId ? null : parent,
    author: { externalId, name, username, avatarUrl },
    body,
    isHidden: false,
    canReply: true,
    isOwn: true,
    occurredAt,
  }
}
