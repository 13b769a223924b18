import type { InboxItem, Messages, OutgoingMessage, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, read, unwrapListing, write } from './client.ts'

/** The stored cursor: the newest message of each folder that was read. Ids count up. */
interface Position {
  readonly inbox: string
  readonly sent: string
}

const FOLDERS = ['inbox', 'sent'] as const
const CLOCK_SKEW_MS = 120_000
const PAGES_MAX = 5
const TEXT_MAX = 10_000

/** Private messages. A conversation is all of them with one person. */
export const messages: Messages = {
  async list(session, { cursor }) {
    const position = (cursor === null ? null : JSON.parse(cursor)) as Position | null
    const news = { inbox: [] as Body[], sent: [] as Body[] }
    for (const folder of FOLDERS) news[folder] = await listFolder(session, folder, position?.[folder] ?? null)
    const newest = (folder: (typeof FOLDERS)[number]) =>
      news[folder].map(({ id }) => String(id)).reduce((a, b) => (isAfter(b, a) ? b : a), position?.[folder] ?? '0')
    const items = FOLDERS.flatMap((folder) => news[folder].toReversed().flatMap((one) => readMessage(session, one)))
    return { items, cursor: JSON.stringify({ inbox: newest('inbox'), sent: newest('sent') }), hasMore: false }
  },

  /** An answer to the person's last message tells its id; a new message does not. */
  async send(session, message) {
    if (measureLength(message.body, 'characters', TEXT_MAX) > TEXT_MAX)
      throw new PlatformError('invalid', `A message has at most ${TEXT_MAX} characters.`, {
        rule: 'reddit.message.max_characters',
        remediation: 'Shorten the text.',
      })
    const last = unwrapListing(await read(session, '/message/inbox', { limit: 100 })).find((one) =>
      isFrom(one, message),
    )
    if (last) {
      const form = { thing_id: last.name, text: message.body }
      const [made] = (await write(session, '/api/comment', form, { mutates: true })).json?.data?.things ?? []
      if (typeof made?.data?.name === 'string') return { externalId: made.data.name, status: 'sent' }
    } else {
      const form = { to: message.conversationExternalId, subject: 'Your message', text: message.body }
      await write(session, '/api/compose', form, { mutates: true })
    }
    throw new PlatformError('ambiguous', 'Reddit has taken the message and did not say under which id.')
  },

  async find(session, message, { intentAt, otherIds }): Promise<SentMessage | undefined> {
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const sent = unwrapListing(await read(session, '/message/sent', { limit: 100 }))
    const found = sent.find(
      (one) =>
        isSameName(one.dest, message.conversationExternalId) &&
        String(one.body).trim() === message.body.trim() &&
        one.created_utc * 1000 >= earliest &&
        !otherIds.includes(one.name),
    )
    return found && { externalId: found.name, status: 'sent' }
  },

  async markRead(session, { lastMessageExternalId }) {
    if (lastMessageExternalId) await write(session, '/api/read_message', { id: lastMessageExternalId })
  },
}

/** Messages after an id, newest first; without one only the newest page: older ones are not new. */
async function listFolder(session: Session, folder: string, since: string | null): Promise<Body[]> {
  const found: Body[] = []
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const listing: Body = await read(session, `/message/${folder}`, { limit: 100, ...(after && { after }) })
    // Replies to posts are among them: those are comments.
    const all = unwrapListing(listing).filter(({ kind, was_comment }) => kind === 't4' && !was_comment)
    found.push(...all.filter(({ id }) => since === null || isAfter(String(id), since)))
    after = listing.data?.after ?? null
    const isDone = since === null || all.some(({ id }) => !isAfter(String(id), since))
    if (isDone || !after) break
  }
  return found
}

/** Ids are numbers with 36 digits. */
function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length
}

const isSameName = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase()

const isFrom = (one: Body, { conversationExternalId }: OutgoingMessage) =>
  one.kind === 't4' && !one.was_comment && isSameName(one.author, conversationExternalId)

/** Empty for messages of subreddits and of Reddit itself, which cannot be answered. */
function readMessage(session: Session, one: Body): InboxItem[] {
  const isMine = isSameName(one.author, session.identity.username ?? '')
  const other = isMine ? one.dest : one.author
  if (typeof other !== 'string' || other === '' || other.startsWith('#') || one.subreddit) return []
  return [
    {
      kind: 'message',
      externalId: one.name,
      conversationExternalId: other.toLowerCase(),
      participant: {
        externalId: isMine ? other.toLowerCase() : (one.author_fullname ?? other.toLowerCase()),
        name: other,
        username: other,
        avatarUrl: null,
      },
      direction: isMine ? 'outbound' : 'inbound',
      body: one.body ?? null,
      attachments: [],
      occurredAt: new Date(one.created_utc * 1000),
    },
  ]
}
