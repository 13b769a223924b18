import type { Session } from '../connector.ts'
import { PlatformError } from '../failure.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { plainText } from './html.ts'
import { ask, type Body, doorOf, isNotFound } from './instance.ts'
import { postStatus } from './publish.ts'

const PAGE = 40
const at = (id: string) => `/api/v1/statuses/${encodeURIComponent(id)}`

export const comments: Comments = {
  /** Who answers a post mentions its author: answers are among the mentions, oldest first from the cursor on. */
  async list(session, { cursor, posts }) {
    const notifications: Body[] = await ask(doorOf(session), 'GET', '/api/v1/notifications', {
      query: { types: ['mention'], limit: PAGE, ...(cursor !== null && { min_id: cursor }) },
    })
    const items: FoundComment[] = []
    for (const { status } of notifications.toReversed()) {
      // What is said to the account alone is a message, not a comment.
      if (!status?.in_reply_to_id || status.visibility === 'direct') continue
      const comment = await place(session, status, posts)
      if (comment) items.push(comment)
    }
    return {
      items,
      cursor: notifications[0]?.id ?? null,
      // The first time there is only one page: what is older is not news.
      hasMore: cursor !== null && notifications.length === PAGE,
    }
  },

  async reply(session, { externalId, mediaExternalId }, { body, handle }) {
    const answered = await ask(doorOf(session), 'GET', at(externalId))
    const status = await postStatus(session, handle, {
      status: textTo(session, answered, body),
      in_reply_to_id: externalId,
      visibility: answered.visibility,
    })
    return { ...read(session, status, mediaExternalId), body }
  },

  /** Among what stands under the comment; what somebody typed is told only to them. */
  async findReply(session, { externalId, mediaExternalId }, { body, armedAt, others }) {
    const door = doorOf(session)
    const answered = await ask(door, 'GET', at(externalId))
    const { descendants } = await ask(door, 'GET', `${at(externalId)}/context`)
    const wanted = textTo(session, answered, body)
    const isCandidate = ({ id, account, in_reply_to_id, created_at }: Body) =>
      in_reply_to_id === externalId &&
      String(account.id) === accountId(session) &&
      !others.includes(String(id)) &&
      Date.parse(created_at) > armedAt.getTime() - SKEW_MS
    for (const status of (descendants as Body[]).filter(isCandidate)) {
      const { text } = await ask(door, 'GET', `${at(status.id)}/source`)
      if (String(text).trim() === wanted.trim()) return { ...read(session, status, mediaExternalId), body }
    }
    if (session.now().getTime() - armedAt.getTime() < SETTLE_MS)
      throw new PlatformError('unavailable', 'The server may still be working on this reply.', {
        remediation: 'Repeat the call in a minute, with the same key.',
      })
    return undefined
  },
}

/** By how much the server's clock may be behind ours. */
const SKEW_MS = 5 * 60_000
/** A server that still works on a request whose answer we gave up on is done by then. */
const SETTLE_MS = 60_000

/** Nobody is told of an answer that does not name them. */
function textTo(session: Session, { account }: Body, body: string): string {
  const name = `@${account.acct}`
  const isSelf = String(account.id) === accountId(session)
  return isSelf || body.toLowerCase().includes(name.toLowerCase()) ? body : `${name} ${body}`
}

/** The post that a status stands under; undefined when the thread is not ours. */
async function place(session: Session, status: Body, posts: readonly string[]): Promise<FoundComment | undefined> {
  if (posts.includes(status.in_reply_to_id)) return read(session, status, status.in_reply_to_id)
  try {
    const { ancestors } = await ask(doorOf(session), 'GET', `${at(status.id)}/context`)
    const [root] = ancestors
    return root && String(root.account.id) === accountId(session) ? read(session, status, String(root.id)) : undefined
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function accountId({ identity }: Session): string {
  return String(identity.externalId.split('@')[0])
}

function read(session: Session, status: Body, root: string | null): FoundComment {
  const { account, in_reply_to_id: parent } = status
  return {
    externalId: String(status.id),
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: {
      externalId: String(account.id),
      name: account.display_name || null,
      username: account.acct,
      avatarUrl: account.avatar ?? null,
    },
    body: withoutNames(plainText(status.content ?? ''), status.mentions ?? []),
    isHidden: false,
    canReply: true,
    isOwn: String(account.id) === accountId(session),
    occurredAt: new Date(status.created_at),
  }
}

/** An answer begins with the names of those it answers: that is how it reaches them, and nothing they were told. */
function withoutNames(text: string, mentions: readonly Body[]): string {
  const names = new Set(mentions.map(({ username }) => `@${String(username).toLowerCase()}`))
  const words = text.split(' ')
  const first = words.findIndex((word) => !names.has(word.split('@').slice(0, 2).join('@').toLowerCase()))
  return first === -1 ? text : words.slice(first).join(' ')
}
