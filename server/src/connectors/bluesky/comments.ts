import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type FoundReply, listReplies } from './notifications.ts'
import { createPost, deletePost, findFacets } from './publish.ts'
import { findRecord, POSTS, PostRecord, PostRef, parseUri, StoredPost } from './records.ts'
import { listHidden, setHidden } from './threadgate.ts'
import { toTid } from './tid.ts'
import { getPdsService, query } from './xrpc.ts'

type IndexedPost = Static<typeof IndexedPost>
const IndexedPost = Type.Object({ ...PostRef.properties, record: StoredPost })
const IndexedPosts = Type.Object({ posts: Type.Array(IndexedPost) })

const reply: Comments['reply'] = async (session, { externalId }, { body, handle }) => {
  const { uri, cid, record } = await getPost(session, externalId)
  const parent = { uri, cid }
  const root = record.reply?.root ?? parent
  const facets = await findFacets(session, body)
  const createdAt = session.now()
  const created = await createPost(session, toTid(handle), {
    $type: POSTS,
    text: body,
    createdAt: createdAt.toISOString(),
    reply: { root, parent },
    ...(facets.length > 0 && { facets }),
  })
  const { displayName, username, avatarUrl, externalId: did } = session.identity
  return {
    externalId: created.externalId,
    mediaExternalId: root.uri,
    parentExternalId: uri === root.uri ? null : uri,
    author: { externalId: did, name: displayName, username, avatarUrl },
    body,
    isHidden: false,
    canReply: true,
    isOwn: true,
    occurredAt: createdAt,
  }
}

export const comments: Comments = {
  async list(session, since) {
    const { replies, cursor, hasMore } = await listReplies(session, since.cursor)
    const hidden = await listHidden(session, new Set(replies.map(({ record }) => record.reply.root.uri)))
    return { items: replies.map((one) => toComment(one, hidden.has(one.uri))), cursor, hasMore }
  },

  reply,
  onPost: (session, postId, comment) => reply(session, { externalId: postId, mediaExternalId: postId }, comment),

  hide: (session, externalId) => changeHidden(session, externalId, true),
  unhide: (session, externalId) => changeHidden(session, externalId, false),

  async delete(session, externalId) {
    if (parseUri(externalId).repo !== session.identity.externalId)
      throw new PlatformError('invalid', 'Bluesky deletes only what the account itself wrote.', {
        rule: 'bluesky.comment.foreign',
        remediation: 'Hide the comment instead.',
      })
    await deletePost(session, externalId)
  },
}

async function changeHidden(session: Session, uri: string, isHidden: boolean): Promise<void> {
  const { record } = await getPost(session, uri)
  await setHidden(session, { uri, rootUri: record.reply?.root.uri ?? '' }, isHidden)
}

/** Reads the account's own posts from its data server, because the index learns of them later. */
async function getPost(session: Session, uri: string): Promise<IndexedPost> {
  const { repo, rkey } = parseUri(uri)
  const post = repo === session.identity.externalId ? await findOwn(session, rkey) : await findIndexed(session, uri)
  if (post) return post
  throw new PlatformError('invalid', 'Bluesky no longer has this comment.', { rule: 'bluesky.comment.gone' })
}

async function findOwn(session: Session, rkey: string): Promise<IndexedPost | undefined> {
  const found = await findRecord(session, { collection: POSTS, rkey, schema: PostRecord })
  return found && { uri: found.uri, cid: found.cid, record: found.value }
}

async function findIndexed(session: Session, uri: string): Promise<IndexedPost | undefined> {
  const params = { uris: [uri] }
  const { posts } = await query(getPdsService(session), 'app.bsky.feed.getPosts', { schema: IndexedPosts, params })
  return posts[0]
}

function toComment({ uri, author, record, indexedAt }: FoundReply, isHidden: boolean): FoundComment {
  const { root, parent } = record.reply
  return {
    externalId: uri,
    mediaExternalId: root.uri,
    parentExternalId: parent.uri === root.uri ? null : parent.uri,
    author: {
      externalId: author.did,
      name: author.displayName || null,
      username: author.handle ?? null,
      avatarUrl: author.avatar ?? null,
    },
    body: record.text ?? null,
    isHidden,
    canReply: true,
    isOwn: false,
    occurredAt: new Date(indexedAt),
  }
}
