import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { addMention } from './handles.ts'
import { getInstance, request } from './instance.ts'
import { assertTextFits } from './limits.ts'
import { listMentions, readFeedStatuses } from './mentions.ts'
import { findOwnStatus } from './own-statuses.ts'
import { deleteStatus, postStatus } from './publish.ts'
import { findStatus, readStatuses, STATUSES_MAX } from './read-statuses.ts'
import { canListStatuses, getLateSeconds } from './server-kind.ts'
import {
  buildStatusPath,
  getParentId,
  isDirect,
  isOwn,
  readCreationTime,
  readPerson,
  readStatusText,
  Status,
} from './status.ts'

/** A status that replies to no other. */
const FirstStatus = Type.Object({ in_reply_to_id: Type.Optional(Type.Null()) })

/** A thread can be as deep as strangers make it; replies further down are ignored. */
const DEPTH_MAX = 20

const replyTo: Comments['reply'] = async (session, { externalId, mediaExternalId }, { body, handle }) => {
  const parent = await getStatus(session, externalId)
  const text = buildReplyText(session, parent, body)
  assertTextFits(session, text)
  const status = await postStatus(session, handle, Status, {
    status: text,
    in_reply_to_id: externalId,
    visibility: parent.visibility,
  })
  return { ...readComment(session, status, mediaExternalId), body }
}

export const comments: Comments = {
  /** Lists replies, which are among the mentions: a reply mentions the author it replies to. */
  async list(session, { posts, ...since }) {
    const { items, ...rest } = await listMentions(session, since)
    // A direct status is a message, not a comment.
    const replies = items.filter((item) => !isDirect(item) && tryRead(FirstStatus, item) === undefined)
    const { statuses, skipped } = readFeedStatuses(session, replies, since.skips)
    const found: FoundComment[] = []
    const known = new Map(statuses.map((status) => [String(status.id), status]))
    for (const status of statuses) {
      const parent = getParentId(status)
      if (parent === undefined) continue
      const root = posts.includes(parent) ? parent : await findRoot(session, status, known)
      if (root !== undefined) found.push(readComment(session, status, root))
    }
    return { ...rest, items: found, skipped: rest.skipped + skipped }
  },

  reply: replyTo,
  onPost: (session, postId, comment) => replyTo(session, { externalId: postId, mediaExternalId: postId }, comment),

  /** Searches the account's newer statuses for the same text under the comment. */
  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const parent = await getStatus(session, externalId)
    const { status, isCertain } = await findOwnStatus(session, {
      intentAt,
      text: buildReplyText(session, parent, body),
      isCandidate: (one) => getParentId(one) === externalId && !otherIds.includes(String(one.id)),
    })
    if (status) return { ...readComment(session, status, mediaExternalId), body }
    const seconds = getLateSeconds(session.entity)
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
      for (const id of missing) if ((await findStatus(session, id)) === undefined) gone.push(id)
      return [
        ...[...found].map(([externalId, status]) => ({ externalId, body: readStatusText(status), isDeleted: false })),
        ...gone.map((externalId) => ({ externalId, body: null, isDeleted: true })),
      ]
    },
  },

  /** Checks who wrote the status first: a server returns 404 for a status of another account too. */
  async delete(session, externalId) {
    try {
      const status = await getStatus(session, externalId)
      if (!isOwn(session, status))
        throw new PlatformError('invalid', 'Mastodon deletes only what the account itself wrote.', {
          rule: 'mastodon.comment.foreign',
        })
      await deleteStatus(session, externalId)
    } catch (error) {
      if (!hasRule(error, 'not_found')) throw error
    }
  },
}

function getStatus(session: Session, id: string): Promise<Status> {
  return request(getInstance(session), 'GET', buildStatusPath(id), { schema: Status })
}

function buildReplyText(session: Session, parent: Status, body: string): string {
  return isOwn(session, parent) ? body : addMention(session, parent.account.acct, body)
}

function readComment(session: Session, status: Status, rootId: string | null): FoundComment {
  const parentId = getParentId(status) ?? null
  return {
    externalId: String(status.id),
    mediaExternalId: rootId,
    parentExternalId: parentId === rootId ? null : parentId,
    author: readPerson(status.account),
    body: readStatusText(status),
    isHidden: false,
    canReply: true,
    isOwn: isOwn(session, status),
    occurredAt: readCreationTime(status),
  }
}

/**
 * Finds the id of the first post of a reply's thread; undefined when that post is not ours. Reads parent by parent: a thread is as
 * large as strangers make it. Statuses that are read here are added to `known`.
 */
async function findRoot(session: Session, reply: Status, known: Map<string, Status>): Promise<string | undefined> {
  let root = reply
  for (let depth = 0; ; depth++) {
    const id = getParentId(root)
    if (id === undefined) break
    if (depth === DEPTH_MAX) return undefined
    const parent = known.get(id) ?? (await findStatus(session, id))
    // The server does not show the rest of the thread.
    if (!parent) break
    known.set(id, parent)
    root = parent
  }
  return root !== reply && isOwn(session, root) ? String(root.id) : undefined
}
