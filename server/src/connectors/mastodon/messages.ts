import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id, tryRead } from '../api/response.ts'
import type { FoundMessage, InboxItem, Messages, OutgoingMessage } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { isNotOffered } from './errors.ts'
import { addMention, doesMention, findFirstNamed } from './handles.ts'
import { toPlainText } from './html.ts'
import { assertTextFits } from './limits.ts'
import { listMentions, readFeedStatuses } from './mentions.ts'
import { findOwnStatus, listOwnStatuses } from './own-statuses.ts'
import { deleteStatus, postStatus } from './publish.ts'
import {
  type Account,
  getAccountId,
  isDirect,
  isOwn,
  readCreationTime,
  readPerson,
  readStatusText,
  Status,
} from './status.ts'
import { AnyPage, PAGE_SIZE, readFittingPage } from './status-page.ts'

const Conversation = Type.Object({
  accounts: Type.Array(Type.Object({ id: Id })),
  last_status: Maybe(Type.Object({ id: Id })),
})

/** The stored cursor: the last mention (`told`) and the last own status that have been read. */
interface Position {
  readonly told: string | null
  readonly own: string | null
  /** When the account's own statuses were last read, in milliseconds. */
  readonly ownAt?: number
}

/** The account's own statuses are read this often, for messages from other apps, and at once while a conversation goes on. */
const OWN_MS = 10 * 60_000

/** Messages are statuses that only the mentioned accounts see. A conversation has all messages with one person. */
export const messages: Messages = {
  async list(session, { cursor, ...since }) {
    const position = (cursor === null ? { told: null, own: null } : JSON.parse(cursor)) as Position
    const mentions = await listMentions(session, { ...since, cursor: position.told })
    const now = session.now().getTime()
    const isOwnDue = now - (position.ownAt ?? 0) >= OWN_MS || mentions.items.some(isDirect)
    const own = isOwnDue ? await listOwn(session, position.own, since.limit) : undefined
    const direct = [...mentions.items, ...(own?.items ?? [])].filter(isDirect)
    const { statuses, skipped } = readFeedStatuses(session, direct, since.skips)
    const next: Position = {
      told: mentions.cursor ?? position.told,
      own: own?.cursor ?? position.own,
      ownAt: own && !own.hasMore ? now : (position.ownAt ?? 0),
    }
    return {
      items: statuses.flatMap((status) => readMessage(session, status)),
      cursor: JSON.stringify(next),
      hasMore: mentions.hasMore || (own?.hasMore ?? false),
      skipped: mentions.skipped + skipped,
    }
  },

  async send(session, message) {
    const { conversationExternalId: person, participant } = message
    const text = buildMessageText(session, message)
    assertTextFits(session, text)
    const previous = await findLastStatus(session, person)
    const status = await postStatus(session, message.handle, Status, {
      status: text,
      visibility: 'direct',
      ...(previous !== undefined && { in_reply_to_id: previous }),
    })
    if (doesMention(status, person) === false) throw await withdraw(session, status, participant.username ?? person)
    return { externalId: String(status.id), status: 'sent' }
  },

  /** Finds a message by its text and its recipient: a status does not show its Idempotency-Key. */
  async find(session, message, { intentAt, otherIds }) {
    const { status } = await findOwnStatus(session, {
      intentAt,
      text: buildMessageText(session, message),
      isCandidate: (one) =>
        isDirect(one) &&
        doesMention(one, message.conversationExternalId) !== false &&
        !otherIds.includes(String(one.id)),
    })
    return status && { externalId: String(status.id), status: 'sent' }
  },
}

function buildMessageText(session: Session, { participant, body }: OutgoingMessage): string {
  return addMention(session, participant.username ?? '', body)
}

/** Lists the account's own statuses, oldest first. */
async function listOwn(session: Session, from: string | null, limit = PAGE_SIZE) {
  const { items, newest } = await listOwnStatuses(session, AnyPage, { limit, ...(from !== null && { min_id: from }) })
  const hasMore = from !== null && newest !== undefined && newest !== from && items.length >= limit
  return { items: items.toReversed(), cursor: newest ?? from ?? '0', hasMore }
}

/** Deletes a message that the server did not address to its recipient. Returns the error to throw. */
async function withdraw(session: Session, { id }: Status, username: string): Promise<PlatformError> {
  const isDeleted = await deleteStatus(session, String(id)).then(
    () => true,
    () => false,
  )
  const outcome = isDeleted ? 'It was deleted again.' : `It is on the server as ${String(id)} and could not be deleted.`
  return new PlatformError('invalid', `The server did not address the message to @${username}. ${outcome}`, {
    rule: 'mastodon.message.recipient',
    remediation: 'Check that the account of this person still exists under this name.',
  })
}

/** Returns the id of the status to reply to; undefined for a person who has not written yet. */
async function findLastStatus(session: Session, person: string): Promise<string | undefined> {
  try {
    const items = await readFittingPage(session, '/api/v1/conversations')
    const conversations = items.flatMap((item) => tryRead(Conversation, item) ?? [])
    const id = conversations.find(({ accounts: [one, ...others] }) => String(one?.id) === person && others.length === 0)
      ?.last_status?.id
    return id === undefined ? undefined : String(id)
  } catch (error) {
    if (isNotOffered(error)) return undefined
    throw error
  }
}

/** Reads a direct status as a message; empty when it mentions only its author. */
function readMessage(session: Session, status: Status): InboxItem[] {
  const isMine = isOwn(session, status)
  const other = isMine ? pickAddressee(session, status) : status.account
  if (!other) return []
  const message: FoundMessage = {
    externalId: String(status.id),
    conversationExternalId: String(other.id),
    participant: readPerson(other),
    direction: isMine ? 'outbound' : 'inbound',
    body: readStatusText(status),
    attachments: (status.media_attachments ?? []).map(({ type, url, description }) => ({
      type,
      url,
      description: description ?? null,
    })),
    occurredAt: readCreationTime(status),
  }
  return [{ kind: 'message', ...message }]
}

/** Picks the recipient of a message of ours that mentions several people: the person it replies to, or the first one it names. */
function pickAddressee(session: Session, status: Status): Account | undefined {
  const others = (status.mentions ?? []).filter(({ id }) => String(id) !== getAccountId(session))
  const isRepliedTo = ({ id }: Account) => String(id) === String(status.in_reply_to_account_id)
  return others.find(isRepliedTo) ?? findFirstNamed(toPlainText(status.content ?? ''), others) ?? others[0]
}
