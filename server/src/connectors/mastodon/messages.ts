import type { FoundMessage, InboxItem, Messages, OutgoingMessage } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { doesMention, firstNamed, withMention } from './handles.ts'
import { plainText } from './html.ts'
import { type Body, getInstance, isNotOffered, request } from './instance.ts'
import { assertTextFits } from './limits.ts'
import { listMentions } from './mentions.ts'
import { findOwnStatus } from './own-statuses.ts'
import { postStatus } from './publish.ts'
import { getAccountId, isOwn, listOwnStatuses, readPerson, readStatusText, statusPath } from './status.ts'
import { PAGE_SIZE, readFittingPage } from './status-page.ts'

/** The stored cursor: how far the mentions (`told`) and the account's own statuses have been read. */
interface Position {
  readonly told: string | null
  readonly own: string | null
  /** When the account's own statuses were last read, in milliseconds. */
  readonly ownAt?: number
}

/** What the account writes in other apps is read this often, and at once while a conversation goes on. */
const OWN_MS = 10 * 60_000

/** A message is a status that only the mentioned accounts see. A conversation is all of them with one person. */
export const messages: Messages = {
  async list(session, { cursor, ...since }) {
    const position = (cursor === null ? { told: null, own: null } : JSON.parse(cursor)) as Position
    const mentions = await listMentions(session, { ...since, cursor: position.told })
    const now = session.now().getTime()
    const isOwnDue = now - (position.ownAt ?? 0) >= OWN_MS || mentions.statuses.some(isDirect)
    const own = isOwnDue ? await listOwn(session, position.own, since.limit) : undefined
    const items: InboxItem[] = []
    let { skipped } = mentions
    for (const status of [...mentions.statuses, ...(own?.statuses ?? [])].filter(isDirect))
      try {
        items.push(...readMessage(session, status))
      } catch (error) {
        if (!since.skips) throw error
        skipped++
      }
    const next: Position = {
      told: mentions.cursor ?? position.told,
      own: own?.cursor ?? position.own,
      ownAt: own && !own.hasMore ? now : (position.ownAt ?? 0),
    }
    return { items, cursor: JSON.stringify(next), hasMore: mentions.hasMore || (own?.hasMore ?? false), skipped }
  },

  async send(session, message) {
    const { conversationExternalId: person, participant } = message
    const text = textFor(session, message)
    assertTextFits(session, text)
    const previous = await findLastStatus(session, person)
    const status = await postStatus(session, message.handle, {
      status: text,
      visibility: 'direct',
      ...(previous !== undefined && { in_reply_to_id: previous }),
    })
    if (!doesMention(status, person)) throw await takeBack(session, status, participant.username ?? person)
    return { externalId: String(status.id), status: 'sent' }
  },

  /** A status does not show its Idempotency-Key: it is recognised by its text and its recipient. */
  async find(session, message, { intentAt, otherIds }) {
    const { status } = await findOwnStatus(session, {
      intentAt,
      text: textFor(session, message),
      isCandidate: (one) =>
        isDirect(one) && doesMention(one, message.conversationExternalId) && !otherIds.includes(String(one.id)),
    })
    return status && { externalId: String(status.id), status: 'sent' }
  },
}

const isDirect = ({ visibility }: Body) => visibility === 'direct'

function textFor(session: Session, { participant, body }: OutgoingMessage): string {
  return withMention(session, participant.username ?? '', body)
}

/** Oldest first. */
async function listOwn(session: Session, from: string | null, limit = PAGE_SIZE) {
  const { items, newest } = await listOwnStatuses(session, { limit, ...(from !== null && { min_id: from }) })
  const hasMore = from !== null && newest !== undefined && newest !== from && items.length >= limit
  return { statuses: items.toReversed(), cursor: newest ?? from ?? '0', hasMore }
}

/** Deletes a message that is addressed to other people than the one it is for. Returns the error to throw. */
async function takeBack(session: Session, { id }: Body, username: string): Promise<PlatformError> {
  const isDeleted = await request(getInstance(session), 'DELETE', statusPath(String(id))).then(
    () => true,
    () => false,
  )
  const outcome = isDeleted ? 'It was deleted again.' : `It is on the server as ${String(id)} and could not be deleted.`
  return new PlatformError('invalid', `The server did not address the message to @${username}. ${outcome}`, {
    rule: 'mastodon.message.recipient',
    remediation: 'Check that the account of this person still exists under this name.',
  })
}

/** The status to reply to; undefined for a person who has not written yet. */
async function findLastStatus(session: Session, person: string): Promise<string | undefined> {
  const isWith = ({ accounts }: Body) => accounts?.length === 1 && String(accounts[0].id) === person
  try {
    const { items } = await readFittingPage(session, '/api/v1/conversations', {})
    return items.find(isWith)?.last_status?.id
  } catch (error) {
    if (isNotOffered(error)) return undefined
    throw error
  }
}

/** Empty for a status that mentions only its author. */
function readMessage(session: Session, status: Body): InboxItem[] {
  const isMine = isOwn(session, status)
  const other = isMine ? pickAddressee(session, status) : status.account
  if (!other) return []
  const message: FoundMessage = {
    externalId: String(status.id),
    conversationExternalId: String(other.id),
    participant: readPerson(other),
    direction: isMine ? 'outbound' : 'inbound',
    body: readStatusText(status),
    attachments: (status.media_attachments ?? []).map(({ type, url, description }: Body) => ({
      type,
      url,
      description: description ?? null,
    })),
    occurredAt: new Date(status.created_at),
  }
  return [{ kind: 'message', ...message }]
}

/** Whom a message of ours is for, when it mentions several people: whom it answers, or whom it names first. */
function pickAddressee(session: Session, status: Body): Body {
  const others: Body[] = (status.mentions ?? []).filter(({ id }: Body) => String(id) !== getAccountId(session))
  const isAnswered = ({ id }: Body) => id === status.in_reply_to_account_id
  return others.find(isAnswered) ?? firstNamed(plainText(status.content ?? ''), others) ?? others[0]
}
