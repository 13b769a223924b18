import { PlatformError } from '../failure.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import type { Session } from '../session.ts'
import { ask, type Body, doorOf, isNotFound } from './instance.ts'
import { postStatus } from './publish.ts'
import { addressedTo, at, isOwn, listMentions, readPerson, readSource, SKEW_MS, textOf } from './status.ts'

/** A server that still works on a request whose answer we gave up on is done by then. */
const SETTLE_MS = 60_000

export const comments: Comments = {
  /** Who answers a post mentions its author: answers are among the mentions. */
  async list(session, { cursor, posts }) {
    const { statuses, ...rest } = await listMentions(session, cursor)
    const items: FoundComment[] = []
    for (const status of statuses) {
      // What is said to the account alone is a message, not a comment.
      if (!status.in_reply_to_id || status.visibility === 'direct') continue
      const comment = await place(session, status, posts)
      if (comment) items.push(comment)
    }
    return { items, ...rest }
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

  /** Among what stands under the comment. */
  async findReply(session, { externalId, mediaExternalId }, { body, armedAt, others }) {
    const door = doorOf(session)
    const answered = await ask(door, 'GET', at(externalId))
    const { descendants } = await ask(door, 'GET', `${at(externalId)}/context`)
    const wanted = textTo(session, answered, body).trim()
    const isCandidate = (status: Body) =>
      status.in_reply_to_id === externalId &&
      isOwn(session, status) &&
      !others.includes(String(status.id)) &&
      Date.parse(status.created_at) > armedAt.getTime() - SKEW_MS
    for (const status of (descendants as Body[]).filter(isCandidate))
      if ((await readSource(session, status.id)) === wanted) return { ...read(session, status, mediaExternalId), body }
    if (session.now().getTime() - armedAt.getTime() < SETTLE_MS)
      throw new PlatformError('unavailable', 'The server may still be working on this reply.', {
        remediation: 'Repeat the call in a minute, with the same key.',
      })
    return undefined
  },

  /** Of what others wrote nothing can be deleted, and a server answers as if it were not there. */
  async delete(session, externalId) {
    try {
      const status = await ask(doorOf(session), 'GET', at(externalId))
      if (!isOwn(session, status))
        throw new PlatformError('invalid', 'Only what the account wrote itself can be deleted.', {
          rule: 'mastodon.comment.foreign',
        })
      await ask(doorOf(session), 'DELETE', at(externalId))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

function textTo(session: Session, answered: Body, body: string): string {
  return isOwn(session, answered) ? body : addressedTo(answered.account.acct, body)
}

/** The post that a status stands under; undefined when the thread is not ours. */
async function place(session: Session, status: Body, posts: readonly string[]): Promise<FoundComment | undefined> {
  if (posts.includes(status.in_reply_to_id)) return read(session, status, status.in_reply_to_id)
  try {
    const { ancestors } = await ask(doorOf(session), 'GET', `${at(status.id)}/context`)
    const [root] = ancestors
    return root && isOwn(session, root) ? read(session, status, String(root.id)) : undefined
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function read(session: Session, status: Body, root: string | null): FoundComment {
  const { account, in_reply_to_id: parent } = status
  return {
    externalId: String(status.id),
    mediaExternalId: root,
    parentExternalId: parent === root ? null : parent,
    author: readPerson(account),
    body: textOf(status),
    isHidden: false,
    canReply: true,
    isOwn: isOwn(session, status),
    occurredAt: new Date(status.created_at),
  }
}
