import type { CommentState, Comments, FoundComment, OutgoingComment, Person } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { createSigner, isHex32, KIND, type NostrEvent, readEventDate, sign, tagValues, toUnixSeconds } from './event.ts'
import { handleTag, tagsIn } from './note.ts'
import { readPeople } from './profiles.ts'
import { requestDeletion } from './publish.ts'
import { broadcast, collect, listRelays, listRelayUrls } from './relays.ts'
import { readNew } from './scan.ts'
import { readThread, replyTags } from './thread.ts'

/** Notes are dated by their authors and passed on by others: a late one is this much late at most. */
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
    const shown = replies.filter(({ root }) => own.has(root))
    const getPerson = await readPeople(
      signer,
      listRelayUrls(session),
      shown.map(({ event }) => event.pubkey),
    )
    return { ...rest, items: shown.map(({ event }) => readComment(session, event, getPerson(event.pubkey))) }
  },

  reply: (session, to, reply) => replyTo(session, to.externalId, reply),
  onPost: (session, postId, comment) => replyTo(session, postId, comment),

  async delete(session, externalId) {
    const [event] = await collectNotes(session, [externalId])
    if (event && event.pubkey !== session.identity.externalId)
      throw new PlatformError('invalid', 'On Nostr only the author can ask to delete a note.', {
        rule: 'nostr.comment.foreign',
        remediation: 'No action: what others wrote cannot be deleted or hidden for everyone.',
      })
    await requestDeletion(session, externalId)
  },

  recheck: { countMax: () => RECHECK_MAX, read: readDeletions },
}

/** Repeats are identical: the date is that of the first attempt, and everything else comes from the parent, which never changes. */
async function replyTo(session: Session, parentId: string, reply: OutgoingComment): Promise<FoundComment> {
  const signer = createSigner(session)
  const [parent] = await collectNotes(session, [parentId])
  if (!parent) throw new PlatformError('invalid', 'No relay has this note any more.', { rule: 'nostr.comment.gone' })
  const content = reply.body.toWellFormed()
  const thread = replyTags(parent, signer.publicKey)
  const named = new Set(thread.map(([key, id]) => `${key} ${id}`))
  const more = tagsIn(content).filter(([key, id]) => !named.has(`${key} ${id}`))
  const event = sign(signer, {
    kind: KIND.note,
    created_at: toUnixSeconds(reply.writtenAt ?? session.now()),
    tags: [...thread, ...more, handleTag(reply.handle)],
    content,
  })
  await broadcast(signer, listRelays(session), event)
  const { displayName: name, username, avatarUrl } = session.identity
  return readComment(session, event, { externalId: signer.publicKey, name, username, avatarUrl })
}

async function collectNotes(session: Session, ids: readonly string[]): Promise<NostrEvent[]> {
  const known = [...new Set(ids)].filter(isHex32)
  if (known.length === 0) return []
  return collect(createSigner(session), listRelayUrls(session), { ids: known, kinds: [KIND.note] })
}

/** Anyone can name a note as the root of a thread; whose it is only the note itself shows. */
async function findOwnNotes(session: Session, ids: readonly string[], posts: readonly string[]): Promise<Set<string>> {
  const unknown = ids.filter((id) => !posts.includes(id))
  const notes = await collectNotes(session, unknown)
  const own = notes.filter(({ pubkey }) => pubkey === session.identity.externalId)
  return new Set([...posts, ...own.map(({ id }) => id)])
}

/**
 * Which notes their authors deleted. A note that is still there is deleted when its own author says so; relays delete a note
 * only for its author, so for one that is gone everywhere any request will do.
 */
async function readDeletions(session: Session, externalIds: readonly string[]): Promise<readonly CommentState[]> {
  const ids = externalIds.filter(isHex32)
  if (ids.length === 0) return []
  const found = await collect(
    createSigner(session),
    listRelayUrls(session),
    { ids, kinds: [KIND.note] },
    { kinds: [KIND.deletion], '#e': ids },
  )
  const notes = new Map(found.filter(({ kind }) => kind === KIND.note).map((note) => [note.id, note]))
  const requests = found.filter(({ kind }) => kind === KIND.deletion)
  return ids.flatMap((externalId) => {
    const note = notes.get(externalId)
    const isDeleted = requests.some(
      (request) => tagValues(request, 'e').includes(externalId) && (!note || note.pubkey === request.pubkey),
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
