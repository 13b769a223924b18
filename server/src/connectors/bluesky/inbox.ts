import { PlatformError } from '../failure.ts'
import type { Comments, FoundComment, Person } from '../inbox.ts'
import type { Json, Session } from '../session.ts'
import { createPost, findFacets, POSTS, readUri } from './publish.ts'
import { tidOf } from './tid.ts'
import { type Body, doorOf, procedure, query } from './xrpc.ts'

const GATES = 'app.bsky.feed.threadgate'

/** A clock that is slow, or an index that is behind, puts what is new below what was told before. */
const LATE_MS = 600_000
/** Before all notifications: to who had none yet, each is news. */
const BEGINNING = new Date(0).toISOString()
/** Read in one go while none of them holds a reply. */
const PAGES_MAX = 10

interface Known {
  readonly since: string
  readonly seen: readonly string[]
}

/**
 * Notifications come newest first, page after page into the past, dated by their authors. `since` is where the walk before
 * began; `newest` where this one did, and `page` how far it has got. They are of every kind, because pages of replies
 * alone may be empty and then do not say how far back they are.
 */
interface Walk extends Known {
  readonly newest?: Known
  readonly page?: string
}

export const comments: Comments = {
  async list(session, { cursor }) {
    let walk = (cursor ? JSON.parse(cursor) : { since: '', seen: [] }) as Walk
    let replies: Body[] = []
    let hasMore = true
    for (let pages = 0; hasMore && replies.length === 0 && pages < PAGES_MAX; pages++)
      ({ replies, walk, hasMore } = await turnPage(session, walk))
    const hidden = await findHidden(session, new Set(replies.map(({ record }) => record.reply.root.uri as string)))
    return {
      items: replies.map((one) => read(one, hidden.has(one.uri))),
      cursor: JSON.stringify(walk),
      hasMore,
    }
  },

  async reply(session, { externalId }, { body, handle }) {
    const parent = await getPost(session, externalId)
    const here = { uri: parent.uri, cid: parent.cid }
    const root = parent.record.reply?.root ?? here
    const facets = await findFacets(session, body)
    const createdAt = session.now()
    const { externalId: uri } = await createPost(session, tidOf(handle), {
      $type: POSTS,
      text: body,
      createdAt: createdAt.toISOString(),
      reply: { root, parent: here },
      ...(facets.length > 0 && { facets }),
    })
    const { displayName, username, avatarUrl, externalId: did } = session.identity
    return {
      externalId: uri,
      mediaExternalId: root.uri,
      parentExternalId: parent.uri === root.uri ? null : parent.uri,
      author: { externalId: did, name: displayName, username, avatarUrl },
      body,
      isHidden: false,
      canReply: true,
      isOwn: true,
      occurredAt: createdAt,
    }
  },

  hide: (session, externalId) => changeHidden(session, externalId, true),
  unhide: (session, externalId) => changeHidden(session, externalId, false),

  async delete(session, externalId) {
    const { repo, rkey } = readUri(externalId)
    if (repo !== session.identity.externalId)
      throw new PlatformError('invalid', 'Only what the account wrote itself can be deleted.', {
        rule: 'bluesky.comment.foreign',
        remediation: 'Hide it instead.',
      })
    await procedure(doorOf(session), 'com.atproto.repo.deleteRecord', { body: { repo, collection: POSTS, rkey } })
  },
}

async function turnPage(session: Session, walk: Walk): Promise<{ replies: Body[]; walk: Walk; hasMore: boolean }> {
  const { since, seen, page } = walk
  const answer = await query(doorOf(session), 'app.bsky.notification.listNotifications', {
    limit: 100,
    // The account may have asked Bluesky to tell it only of whom it follows.
    priority: 'false',
    ...(page !== undefined && { cursor: page }),
  })
  const all: Body[] = answer.notifications
  const here = all.filter((one) => isReplyTo(session.identity.externalId, one))
  const newest = walk.newest ? extend(walk.newest, here) : begin(since, all, here, Boolean(answer.cursor))
  const from = lateOf(since)
  // The first walk goes back one page: what is older is not news.
  const hasMore =
    since !== '' &&
    Boolean(answer.cursor) &&
    answer.cursor !== page &&
    all.every(({ indexedAt }: Body) => indexedAt >= from)
  return {
    replies: here.filter(({ uri, indexedAt }) => !seen.includes(uri) && (page === undefined || indexedAt >= from)),
    walk: hasMore ? { since, seen, newest, page: answer.cursor } : newest,
    hasMore,
  }
}

function isReplyTo(did: string, { reason, record }: Body): boolean {
  return reason === 'reply' && readUri(record?.reply?.root?.uri ?? '').repo === did
}

function lateOf(since: string): string {
  return since && new Date(Date.parse(since) - LATE_MS).toISOString()
}

/** The first page is compared as a whole with what was seen, however its notifications are dated. */
function begin(since: string, all: readonly Body[], here: readonly Body[], isCut: boolean): Known {
  const start = since || (isCut ? '' : BEGINNING)
  return {
    since: all.reduce((most: string, { indexedAt }) => (indexedAt > most ? indexedAt : most), start),
    seen: here.map(({ uri }) => uri as string),
  }
}

function extend({ since, seen }: Known, here: readonly Body[]): Known {
  const from = lateOf(since)
  const late = here.filter(({ indexedAt }) => indexedAt >= from).map(({ uri }) => uri as string)
  return { since, seen: [...seen, ...late] }
}

async function getPost(session: Session, uri: string): Promise<Body> {
  const { repo, rkey } = readUri(uri)
  // The index is behind the data server, which knows at once what the account wrote itself.
  const post = repo === session.identity.externalId ? await findOwn(session, rkey) : await findIndexed(session, uri)
  if (post) return post
  throw new PlatformError('invalid', 'This comment is gone from Bluesky.', { rule: 'bluesky.comment.gone' })
}

async function findOwn(session: Session, rkey: string): Promise<Body> {
  const found = await findRecord(session, POSTS, rkey)
  return found && { uri: found.uri, cid: found.cid, record: found.value }
}

async function findIndexed(session: Session, uri: string): Promise<Body> {
  const { posts } = await query(doorOf(session), 'app.bsky.feed.getPosts', { uris: [uri] })
  return posts[0]
}

/** As many as hide replies of one thread at the same moment, and then some. */
const SWAPS_MAX = 10

/** Hidden replies stand in a record beside the thread's first post, which is read, changed and put back as a whole. */
async function changeHidden(session: Session, uri: string, isHidden: boolean): Promise<void> {
  const post = await getPost(session, uri)
  const root = readUri(post.record.reply?.root?.uri ?? '')
  const repo = session.identity.externalId
  if (root.repo !== repo)
    throw new PlatformError('invalid', 'Only replies in threads of this account can be hidden.', {
      rule: 'bluesky.comment.foreign_thread',
    })
  const fresh = { $type: GATES, post: post.record.reply.root.uri, createdAt: session.now().toISOString() }
  for (let swap = 1; ; swap++) {
    const gate = await findRecord(session, GATES, root.rkey)
    const before: string[] = gate?.value.hiddenReplies ?? []
    if (before.includes(uri) === isHidden) return
    const hiddenReplies = isHidden ? [...before, uri] : before.filter((one) => one !== uri)
    try {
      await procedure(doorOf(session), 'com.atproto.repo.putRecord', {
        body: {
          repo,
          collection: GATES,
          rkey: root.rkey,
          record: { ...(gate?.value ?? fresh), hiddenReplies } as Json,
          swapRecord: gate?.cid ?? null,
        },
      })
      return
    } catch (error) {
      // Somebody else changed it in between: theirs is read, and ours put on top.
      if (!isRule(error, 'invalid_swap')) throw error
      if (swap === SWAPS_MAX)
        throw new PlatformError('unavailable', 'Others are changing this thread.', { cause: error })
    }
  }
}

function isRule(error: unknown, rule: string): boolean {
  return error instanceof PlatformError && error.rule === `bluesky.${rule}`
}

async function findHidden(session: Session, roots: ReadonlySet<string>): Promise<Set<string>> {
  const hidden = new Set<string>()
  for (const root of roots) {
    const gate = await findRecord(session, GATES, readUri(root).rkey)
    for (const uri of gate?.value.hiddenReplies ?? []) hidden.add(uri)
  }
  return hidden
}

async function findRecord(session: Session, collection: string, rkey: string): Promise<Body> {
  try {
    const repo = session.identity.externalId
    return await query(doorOf(session), 'com.atproto.repo.getRecord', { repo, collection, rkey })
  } catch (error) {
    if (isRule(error, 'record_not_found')) return undefined
    throw error
  }
}

function read({ uri, author, record, indexedAt }: Body, isHidden: boolean): FoundComment {
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
