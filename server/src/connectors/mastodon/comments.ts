import { PlatformError } from '../failure.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import type { Session } from '../session.ts'
import { type Body, instanceOf, isNotFound, request } from './instance.ts'
import { LATE_REQUEST_SECONDS, postStatus } from './publish.ts'
import {
  CLOCK_SKEW_MS,
  isOwn,
  listMentions,
  plainTextOf,
  readPerson,
  readSource,
  statusPath,
  withMention,
} from './status.ts'

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body, handle }) => {
  const parent = await request(instanceOf(session), 'GET', statusPath(externalId))
  const status = await postStatus(session, handle, {
    status: replyText(session, parent, body),
    in_reply_to_id: externalId,
    visibility: parent.visibility,
  })
  return { ...readComment(session, status, mediaExternalId), body }
}

export const comments: Comments = {
  /** A reply mentions the author it replies to, so replies are among the mentions. */
  async list(session, { cursor, posts }) {
    const { statuses, ...rest } = await listMentions(session, cursor)
    const items: FoundComment[] = []
    for (const status of statuses) {
      // A direct status is a message, not a comment.
      if (!status.in_reply_to_id || status.visibility === 'direct') continue
      const comment = await findComment(session, status, posts)
      if (comment) items.push(comment)
    }
    return { items, ...rest }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  /** Searches the account's own statuses under the comment for the same text. */
  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const instance = instanceOf(session)
    const parent = await request(instance, 'GET', statusPath(externalId))
    const { descendants } = await request(instance, 'GET', `${statusPath(externalId)}/context`)
    const wanted = replyText(session, parent, body).trim()
    const isCandidate = (status: Body) =>
      status.in_reply_to_id === externalId &&
      isOwn(session, status) &&
      !otherIds.includes(String(status.id)) &&
      Date.parse(status.created_at) > intentAt.getTime() - CLOCK_SKEW_MS
    for (const status of (descendants as Body[]).filter(isCandidate))
      if ((await readSource(session, status.id)) === wanted)
        return { ...readComment(session, status, mediaExternalId), body }
    if (session.now().getTime() - intentAt.getTime() < LATE_REQUEST_SECONDS * 1000)
      throw new PlatformError('unavailable', 'The server may still be processing this reply.', {
        remediation: 'Repeat the call in a minute, with the same Idempotency-Key.',
      })
    return undefined
  },

  /** A server answers 404 when the status belongs to another account, so ownership is checked first. */
  async delete(session, externalId) {
    try {
      const status = await request(instanceOf(session), 'GET', statusPath(externalId))
      if (!isOwn(session, status))
        throw new PlatformError('invalid', 'Mastodon deletes only what the account itself wrote.', {
          rule: 'mastodon.comment.foreign',
        })
      await request(instanceOf(session), 'DELETE', statusPath(externalId))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

function replyText(session: Session, parent: Body, body: string): string {
  return isOwn(session, parent) ? body : withMention(parent.account.acct, body)
}

/** Undefined when the first post of the thread is not ours. */
async function findComment(
  session: Session,
  status: Body,
  posts: readonly string[],
): Promise<FoundComment | undefined> {
  if (posts.includes(status.in_reply_to_id)) return readComment(session, status, status.in_reply_to_id)
  try {
    const { ancestors } = await request(instanceOf(session), 'GET', `${statusPath(status.id)}/context`)
    const [root] = ancestors
    return root && isOwn(session, root) ? readComment(session, status, String(root.id)) : undefined
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function readComment(session: Session, status: Body, rootId: string | null): FoundComment {
  const { account, in_reply_to_id: parentId } = status
  return {
    externalId: String(status.id),
    mediaExternalId: rootId,
    parentExternalId: parentId === rootId ? null : parentId,
    author: readPerson(account),
    body: plainTextOf(status),
    isHidden: false,
    canReply: true,
    isOwn: isOwn(session, status),
    occurredAt: new Date(status.created_at),
  }
}
