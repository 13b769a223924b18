import type { Json, Session } from '../connector.ts'
import { PlatformError } from '../failure.ts'
import type { Comments, FoundComment, Person } from '../inbox.ts'
import { createPost, findFacets, POSTS, readUri } from './publish.ts'
import { tidOf } from './tid.ts'
import { type Body, doorOf, procedure, query } from './xrpc.ts'

const GATES = 'app.bsky.feed.threadgate'

/**
 * Notifications come newest first, page after page into the past. `since` is where the walk before began; `newest` where
 * this one did, and `page` how far it has got.
 */
interface Walk {
  readonly since: string
  readonly seen: readonly string[]
  readonly newest?: { readonly since: string; readonly seen: readonly string[] }
  readonly page?: string
}

export const comments: Comments = {
  async list(session, { cursor }) {
    const walk = (cursor ? JSON.parse(cursor) : { since: '', seen: [] }) as Walk
    const answer = await query(doorOf(session), 'app.bsky.notification.listNotifications', {
      reasons: ['reply'],
      limit: 100,
      ...(walk.page !== undefined && { cursor: walk.page }),
    })
    const all: Body[] = answer.notifications
    const fresh = all.filter(({ indexedAt, uri }) => indexedAt >= walk.since && !walk.seen.includes(uri))
    const newest = walk.newest ?? newestOf(all, walk)
    // The first walk goes back one page: what is older is not news.
    const hasMore = Boolean(answer.cursor) && walk.since !== '' && fresh.length > 0 && fresh.length === all.length
    const next: Walk = hasMore ? { since: walk.since, seen: walk.seen, newest, page: answer.cursor } : newest
    const own = session.identity.externalId
    const here = fresh.filter(({ record }) => readUri(record?.reply?.root?.uri ?? '').repo === own)
    const hidden = await findHidden(session, new Set(here.map(({ record }) => record.reply.root.uri as string)))
    return {
      items: here.map((one) => read(one, hidden.has(one.uri))),
      cursor: JSON.stringify(next),
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

function newestOf(all: readonly Body[], { since, seen }: Walk): { since: string; seen: string[] } {
  const latest = all.reduce((most: string, { indexedAt }) => (indexedAt > most ? indexedAt : most), since)
  const at = all.filter(({ indexedAt }) => indexedAt === latest).map(({ uri }) => uri as string)
  return { since: latest, seen: latest === since ? [...new Set([...seen, ...at])] : at }
}

async function getPost(session: Session, uri: string): Promise<Body> {
  const { posts } = await query(doorOf(session), 'app.bsky.feed.getPosts', { uris: [uri] })
  if (posts[0]) return posts[0]
  throw new PlatformError('invalid', 'This comment is gone from Bluesky.', { rule: 'bluesky.comment.gone' })
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
    const gate = await findGate(session, root.rkey)
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
    const gate = await findGate(session, readUri(root).rkey)
    for (const uri of gate?.value.hiddenReplies ?? []) hidden.add(uri)
  }
  return hidden
}

async function findGate(session: Session, rkey: string): Promise<Body> {
  try {
    const repo = session.identity.externalId
    return await query(doorOf(session), 'com.atproto.repo.getRecord', { repo, collection: GATES, rkey })
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
