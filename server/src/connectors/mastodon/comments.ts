import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { withMention } from './handles.ts'
import { type Body, getInstance, isNotFound, request } from './instance.ts'
import { assertTextFits } from './limits.ts'
import { listMentions } from './mentions.ts'
import { findOwnStatus } from './own-statuses.ts'
import { postStatus } from './publish.ts'
import { findStatus, readStatuses, STATUSES_MAX } from './read-statuses.ts'
import { canListStatuses, lateSeconds } from './server-kind.ts'
import { isOwn, readPerson, readStatusText, statusPath } from './status.ts'
import { findRoot } from './thread.ts'

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body, handle }) => {
  const parent = await request(getInstance(session), 'GET', statusPath(externalId))
  const text = replyText(session, parent, body)
  assertTextFits(session, text)
  const status = await postStatus(session, handle, {
    status: text,
    in_reply_to_id: externalId,
    visibility: parent.visibility,
  })
  return { ...readComment(session, status, mediaExternalId), body }
}

export const comments: Comments = {
  /** A reply mentions the author it replies to, so replies are among the mentions. */
  async list(session, { posts, ...since }) {
    const { statuses, ...rest } = await listMentions(session, since)
    const items: FoundComment[] = []
    let { skipped } = rest
    const known = new Map<string, Body>(statuses.map((status) => [String(status.id), status]))
    for (const status of statuses) {
      try {
        // A direct status is a message, not a comment.
        if (!status.in_reply_to_id || status.visibility === 'direct') continue
        const root = posts.includes(status.in_reply_to_id)
          ? status.in_reply_to_id
          : await findRoot(session, status, known)
        if (root !== undefined) items.push(readComment(session, status, root))
      } catch (error) {
        if (!since.skips || error instanceof PlatformError) throw error
        skipped++
      }
    }
    return { items, ...rest, skipped }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  /** Searches what the account has written since for the same text under the comment. */
  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const parent = await request(getInstance(session), 'GET', statusPath(externalId))
    const { status, isCertain } = await findOwnStatus(session, {
      intentAt,
      text: replyText(session, parent, body),
      isCandidate: ({ id, in_reply_to_id }) => in_reply_to_id === externalId && !otherIds.includes(String(id)),
    })
    if (status) return { ...readComment(session, status, mediaExternalId), body }
    const seconds = lateSeconds(session.entity)
    if (isCertain && session.now().getTime() - intentAt.getTime() >= seconds * 1000) return undefined
    throw new PlatformError('unavailable', 'The server may still be processing this reply.', {
      remediation: `Repeat the call in ${Math.ceil(seconds / 60)} minutes, with the same Idempotency-Key.`,
    })
  },

  recheck: {
    countMax: ({ entity }) => (canListStatuses(entity) ? STATUSES_MAX : 1),
    async read(session, externalIds) {
      const found = await readStatuses(session, externalIds)
      const missing = externalIds.filter((id) => !found.has(id))
      const gone: string[] = []
      // A list may leave out a status for other reasons: only its own address says that it is gone.
      for (const id of missing) if (!(await findStatus(session, id))) gone.push(id)
      return [
        ...[...found].map(([externalId, status]) => ({ externalId, body: readStatusText(status), isDeleted: false })),
        ...gone.map((externalId) => ({ externalId, body: null, isDeleted: true })),
      ]
    },
  },

  /** A server answers 404 when the status belongs to another account, so ownership is checked first. */
  async delete(session, externalId) {
    try {
      const status = await request(getInstance(session), 'GET', statusPath(externalId))
      if (!isOwn(session, status))
        throw new PlatformError('invalid', 'Mastodon deletes only what the account itself wrote.', {
          rule: 'mastodon.comment.foreign',
        })
      await request(getInstance(session), 'DELETE', statusPath(externalId))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

function replyText(session: Session, parent: Body, body: string): string {
  return isOwn(session, parent) ? body : withMention(session, parent.account.acct, body)
}

function readComment(session: Session, status: Body, rootId: string | null): FoundComment {
  const { account, in_reply_to_id: parentId } = status
  return {
    externalId: String(status.id),
    mediaExternalId: rootId,
    parentExternalId: parentId === rootId ? null : parentId,
    author: readPerson(account),
    body: readStatusText(status),
    isHidden: false,
    canReply: true,
    isOwn: isOwn(session, status),
    occurredAt: new Date(status.created_at),
  }
}
