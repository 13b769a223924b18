import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Comments, FoundComment, Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { Acknowledgment, request, Snowflake } from './client.ts'
import {
  AUTHOR_FIELDS,
  createPost,
  deletePost,
  findParentId,
  isSearched,
  listOwnPosts,
  normalizeText,
  PageMeta,
  POST_FIELDS,
  Post,
  restoreSourceText,
} from './posts.ts'

/** A query may have 512 characters. */
const CONVERSATIONS_PER_QUERY = 12
const PAGE_SIZE = 100
const PAGES_MAX = 5
/** After this time X has finished any request whose response got lost. */
const LATE_REQUEST_MS = 60_000

type User = Static<typeof User>
const User = Type.Object({
  id: Snowflake,
  name: Maybe(Type.String()),
  username: Maybe(Type.String()),
  profile_image_url: Maybe(Type.String()),
})

/** People that the items of a page refer to. */
export const Includes = Type.Object({ users: Maybe(Type.Array(User)) })

type Reply = Static<typeof Reply>
const Reply = Type.Object({ ...Post.properties, author_id: Snowflake, conversation_id: Snowflake })
type ReplyPage = Static<typeof ReplyPage>
const ReplyPage = Type.Object({ data: Maybe(Type.Array(Reply)), includes: Maybe(Includes), meta: PageMeta })

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body }) => {
  const id = await createPost(session, { text: body, reply: { in_reply_to_tweet_id: externalId } })
  return toOwnComment(session, { id, parent: externalId, mediaExternalId, body, occurredAt: session.now() })
}

export const comments: Comments = {
  /** Requests only new replies, because X charges for each post that it returns; without posts it sends no request. */
  async list(session, { cursor, posts }) {
    const items: FoundComment[] = []
    let newest = cursor
    const ids = posts.filter((id) => /^\d{1,19}$/.test(id))
    for (let from = 0; from < ids.length; from += CONVERSATIONS_PER_QUERY) {
      const replies = await search(session, ids.slice(from, from + CONVERSATIONS_PER_QUERY), cursor)
      for (const reply of replies) {
        items.push(reply)
        if (newest === null || BigInt(reply.externalId) > BigInt(newest)) newest = reply.externalId
      }
    }
    return { items, cursor: newest === cursor ? null : newest, hasMore: false }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const posts = await listOwnPosts(session, intentAt)
    if (!posts) throw new PlatformError('unavailable', 'The posts of the account could not be read to their end.')
    const text = normalizeText(stripMentions(body))
    const found = posts.find(
      (post) =>
        findParentId(post) === externalId &&
        !otherIds.includes(post.id) &&
        normalizeText(stripMentions(restoreSourceText(post))) === text,
    )
    if (found) {
      const { id, created_at } = found
      return toOwnComment(session, { id, parent: externalId, mediaExternalId, body, occurredAt: toDate(created_at) })
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
  const anyConversation = conversations.map((id) => `conversation_id:${id}`).join(' OR ')
  const isRecent = cursor !== null && isSearched(session, cursor)
  const found: FoundComment[] = []
  let token: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = {
      query: `(${anyConversation}) -from:${session.identity.externalId}`,
      max_results: PAGE_SIZE,
      'post.fields': POST_FIELDS,
      expansions: 'author_id,referenced_posts',
      'user.fields': AUTHOR_FIELDS,
      ...(isRecent && { since_id: cursor }),
      ...(token !== undefined && { next_token: token }),
    }
    const path = '/tweets/search/recent'
    const { data, includes, meta }: ReplyPage = await request(session, 'GET', path, { schema: ReplyPage, query })
    found.push(...(data ?? []).map((reply) => toComment(session, reply, includes)))
    token = meta.next_token || undefined
    if (token === undefined) break
  }
  return found.toReversed()
}

async function setHidden(session: Session, externalId: string, hidden: boolean): Promise<void> {
  const path = `/tweets/${encodeURIComponent(externalId)}/hidden`
  await request(session, 'PUT', path, { schema: Acknowledgment, body: { hidden } })
}

/** Removes the names at the start of a reply, which only address it. */
const stripMentions = (text: string) => text.replace(/^(?:@\w{1,15}\s+)+/, '')

export const toDate = (time: string | null | undefined) => (time ? new Date(time) : null)

export function toPerson(id: string, includes: Static<typeof Includes> | null | undefined): Person {
  const user = includes?.users?.find((one) => one.id === id)
  return {
    externalId: id,
    name: user?.name ?? null,
    username: user?.username ?? null,
    avatarUrl: user?.profile_image_url ?? null,
  }
}

function toComment(session: Session, reply: Reply, includes: ReplyPage['includes']): FoundComment {
  const { id, author_id, conversation_id: root, created_at } = reply
  const parent = findParentId(reply)
  return {
    externalId: id,
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: toPerson(author_id, includes),
    body: stripMentions(restoreSourceText(reply)),
    // X does not say whether a reply is hidden.
    isHidden: null,
    canReply: true,
    isOwn: author_id === session.identity.externalId,
    occurredAt: toDate(created_at),
  }
}

interface OwnComment extends Pick<FoundComment, 'mediaExternalId' | 'body' | 'occurredAt'> {
  readonly id: string
  readonly parent: string
}

function toOwnComment({ identity }: Session, { id, parent, ...comment }: OwnComment): FoundComment {
  const { externalId, displayName: name, username, avatarUrl } = identity
  return {
    ...comment,
    externalId: id,
    parentExternalId: parent === comment.mediaExternalId ? null : parent,
    author: { externalId, name, username, avatarUrl },
    isHidden: false,
    canReply: true,
    isOwn: true,
  }
}
