import type { Comments, FoundComment, Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { listReplies } from './notifications.ts'
import { createPost, findFacets } from './publish.ts'
import { findRecord, POSTS, readUri } from './records.ts'
import { listHidden, setHidden } from './threadgate.ts'
import { toTid } from './tid.ts'
import { type Body, getPdsService, procedure, query } from './xrpc.ts'

const replyTo: Comments['reply'] = async (session, { externalId }, { body, handle }) => {
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
    const roots = replies.map(({ record }) => record.reply.root.uri as string)
    const hidden = await listHidden(session, new Set(roots))
    return { items: replies.map((reply) => readComment(reply, hidden.has(reply.uri))), cursor, hasMore }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  hide: (session, externalId) => changeHidden(session, externalId, true),
  unhide: (session, externalId) => changeHidden(session, externalId, false),

  async delete(session, externalId) {
    const { repo, rkey } = readUri(externalId)
    if (repo !== session.identity.externalId)
      throw new PlatformError('invalid', 'Bluesky deletes only what the account itself wrote.', {
        rule: 'bluesky.comment.foreign',
        remediation: 'Hide the comment instead.',
      })
    await procedure(getPdsService(session), 'com.atproto.repo.deleteRecord', {
      body: { repo, collection: POSTS, rkey },
    })
  },
}

async function changeHidden(session: Session, uri: string, isHidden: boolean): Promise<void> {
  const { record } = await getPost(session, uri)
  await setHidden(session, { uri, rootUri: record.reply?.root?.uri ?? '' }, isHidden)
}

/** The account's own posts are read from its data server: the index learns of them later. */
async function getPost(session: Session, uri: string): Promise<Body> {
  const { repo, rkey } = readUri(uri)
  const post = repo === session.identity.externalId ? await findOwn(session, rkey) : await findIndexed(session, uri)
  if (post) return post
  throw new PlatformError('invalid', 'Bluesky no longer has this comment.', { rule: 'bluesky.comment.gone' })
}

async function findOwn(session: Session, rkey: string): Promise<Body> {
  const found = await findRecord(session, POSTS, rkey)
  return found && { uri: found.uri, cid: found.cid, record: found.value }
}

async function findIndexed(session: Session, uri: string): Promise<Body> {
  const { posts } = await query(getPdsService(session), 'app.bsky.feed.getPosts', { uris: [uri] })
  return posts[0]
}

function readComment({ uri, author, record, indexedAt }: Body, isHidden: boolean): FoundComment {
  const { root, parent } = record.reply
  return {
    externalId: uri,
    mediaExternalId: root.uri,
    parentExternalId: parent.uri === root.uri ? null : parent.uri,
    author: readPerson(author),
    body: record.text,
    isHidden,
    canReply: true,
    isOwn: false,
    occurredAt: new Date(indexedAt),
  }
}

function readPerson({ did, displayName, handle, avatar }: Body): Person {
  return { externalId: did, name: displayName || null, username: handle, avatarUrl: avatar ?? null }
}
