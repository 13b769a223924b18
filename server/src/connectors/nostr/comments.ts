import type { CommentState, Comments, FoundComment, OutgoingComment, Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import {
  createSigner,
  isHex32,
  KIND,
  listTagValues,
  type NostrEvent,
  readEventDate,
  sign,
  toUnixSeconds,
} from './event.ts'
import { buildHandleTag, extractTags } from './note.ts'
import { readPeople } from './profiles.ts'
import { requestDeletion } from './publish.ts'
import type { QueryOptions } from './relay.ts'
import { broadcast, collect, listRelays, listRelayUrls } from './relays.ts'
import { readNew } from './scan.ts'
import { buildReplyTags, readThread } from './thread.ts'

/** Authors date their notes and other relays pass them on: a note arrives at most this long after its date. */
const LATE_SECONDS = 6 * 3600
const RECHECK_MAX = 50

export const comments: Comments = {
  async list(session, since) {
    const signer = createSigner(session)
    const filter = { kinds: [KIND.note], '#p': [signer.publicKey] }
    const scan = { relays: listRelays(session), filter, lateSeconds: LATE_SECONDS }
    const { events, ...rest } = await readNew(session, scan, since)
    const replies = events.flatMap((event) => {
      const thread = event.pubkey === signer.publicKey ? undefined : readThread(event)
      return thread ? [{ event, ...thread }] : []
    })
    const own = await findOwnNotes(
      session,
      replies.map(({ root }) => root),
      since.posts,
    )
    const ownReplies = replies.filter(({ root }) => own.has(root))
    const getPerson = await readPeople(
      signer,
      listRelayUrls(session),
      ownReplies.map(({ event }) => event.pubkey),
    )
    return { ...rest, items: ownReplies.map(({ event }) => readComment(session, event, getPerson(event.pubkey))) }
  },

  reply: (session, to, reply) => replyTo(session, to.externalId, reply),
  onPost: (session, postId, comment) => replyTo(session, postId, comment),

  async delete(session, externalId) {
    const [event] = await collectNotes(session, [externalId], { isStrict: true })
    if (event && event.pubkey !== session.identity.externalId)
      throw new PlatformError('invalid', 'On Nostr only the author can ask to delete a note.', {
        rule: 'nostr.comment.foreign',
        remediation: 'No action: notes of others cannot be deleted or hidden for everyone.',
      })
    await requestDeletion(session, externalId)
  },

  recheck: { countMax: () => RECHECK_MAX, read: readDeletions },
}

/** Repeats are identical: the date is that of the first attempt, and the rest comes from the parent, which never changes. */
async function replyTo(session: Session, parentId: string, reply: OutgoingComment): Promise<FoundComment> {
  const signer = createSigner(session)
  const [parent] = await collectNotes(session, [parentId], { isStrict: true })
  if (!parent) throw new PlatformError('invalid', 'No relay has this note any more.', { rule: 'nostr.comment.gone' })
  const content = reply.body.toWellFormed()
  const thread = buildReplyTags(parent, signer.publicKey)
  const present = new Set(thread.map(([key, id]) => `${key} ${id}`))
  const more = extractTags(content).filter(([key, id]) => !present.has(`${key} ${id}`))
  const event = sign(signer, {
    kind: KIND.note,
    created_at: toUnixSeconds(reply.writtenAt ?? session.now()),
    tags: [...thread, ...more, buildHandleTag(reply.handle)],
    content,
  })
  await broadcast(signer, listRelays(session), event)
  const { displayName: name, username, avatarUrl } = session.identity
  return readComment(session, event, { externalId: signer.publicKey, name, username, avatarUrl })
}

async function collectNotes(
  session: Session,
  externalIds: readonly string[],
  options?: QueryOptions,
): Promise<NostrEvent[]> {
  const ids = [...new Set(externalIds)].filter(isHex32)
  if (ids.length === 0) return []
  return collect(createSigner(session), listRelayUrls(session), [{ ids, kinds: [KIND.note] }], options)
}

/** Returns the ids of the account's own notes. Anyone can name any note as the root of a thread: only the note shows its author. */
async function findOwnNotes(session: Session, ids: readonly string[], posts: readonly string[]): Promise<Set<string>> {
  const unknown = ids.filter((id) => !posts.includes(id))
  const notes = await collectNotes(session, unknown)
  const own = notes.filter(({ pubkey }) => pubkey === session.identity.externalId)
  return new Set([...posts, ...own.map(({ id }) => id)])
}

/**
 * Finds notes that their authors deleted. For a note that a relay still has, only a request of its author counts. Relays delete a
 * note only for its author, so any request counts for a note that no relay has.
 */
async function readDeletions(session: Session, externalIds: readonly string[]): Promise<readonly CommentState[]> {
  const ids = externalIds.filter(isHex32)
  if (ids.length === 0) return []
  const found = await collect(
    createSigner(session),
    listRelayUrls(session),
    [
      { ids, kinds: [KIND.note] },
      { kinds: [KIND.deletion], '#e': ids },
    ],
    { isStrict: true },
  )
  const notes = new Map(found.filter(({ kind }) => kind === KIND.note).map((note) => [note.id, note]))
  const requests = found.filter(({ kind }) => kind === KIND.deletion)
  return ids.flatMap((externalId) => {
    const note = notes.get(externalId)
    const isDeleted = requests.some(
      (request) => listTagValues(request, 'e').includes(externalId) && (!note || note.pubkey === request.pubkey),
    )
    return isDeleted || note ? [{ externalId, body: note?.content ?? null, isDeleted }] : []
  })
}

function readComment(session: Session, event: NostrEvent, author: Person): FoundComment {
  const thread = readThread(event)
  return {
    externalId: event.id,
    mediaExternalId: thread?.root ?? null,
    parentExternalId: thread && thread.parent !== thread.root ? thread.parent : null,
    author,
    body: event.content,
    isHidden: null,
    canReply: true,
    isOwn: event.pubkey === session.identity.externalId,
    occurredAt: readEventDate(event, session.now()),
  }
}
