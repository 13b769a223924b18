import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { InboxItem, Messages, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { buildCreationSchema, buildListingSchema, Done, listPages, Name, request, type Thing } from './client.ts'

type Message = Static<typeof Message>
const Message = Type.Object({
  /** A number in base 36. Ids count up. */
  id: Type.String({ minLength: 1 }),
  name: Name,
  author: Maybe(Type.String()),
  author_fullname: Maybe(Type.String()),
  dest: Maybe(Type.String()),
  subreddit: Maybe(Type.String()),
  body: Maybe(Type.String()),
  was_comment: Maybe(Type.Boolean()),
  created_utc: Type.Number(),
})

const MessageListing = buildListingSchema(Message)
const SentListing = buildListingSchema(
  Type.Object({ name: Name, dest: Type.String(), body: Type.String(), created_utc: Type.Number() }),
)
const Creation = buildCreationSchema(Type.Object({ name: Name }))

/** The stored cursor: the newest message of each folder that was read. */
interface Position {
  readonly inbox: string
  readonly sent: string
}

const CLOCK_SKEW_MS = 120_000
const PAGES_MAX = 5
const TEXT_MAX = 10_000

/** Private messages. A conversation is all messages with one person. */
export const messages: Messages = {
  async list(session, { cursor }) {
    const position = (cursor === null ? null : JSON.parse(cursor)) as Position | null
    const inbox = await listFolder(session, 'inbox', position?.inbox ?? null)
    const sent = await listFolder(session, 'sent', position?.sent ?? null)
    const items = [...inbox.toReversed(), ...sent.toReversed()].flatMap((message) => readMessage(session, message))
    const next: Position = {
      inbox: findNewestId(inbox, position?.inbox ?? '0'),
      sent: findNewestId(sent, position?.sent ?? '0'),
    }
    return { items, cursor: JSON.stringify(next), hasMore: false }
  },

  /** Replies to the person's last message, because Reddit returns the id of a reply and not of a new message. */
  async send(session, { body, conversationExternalId: person }) {
    if (measureLength(body, 'characters', TEXT_MAX) > TEXT_MAX)
      throw new PlatformError('invalid', `A message has at most ${TEXT_MAX} characters.`, {
        rule: 'reddit.message.max_characters',
        remediation: 'Shorten the text.',
      })
    const inbox = await request(session, 'GET', '/message/inbox', { schema: MessageListing, params: { limit: 100 } })
    const last = inbox.data.children.find((thing) => isMessage(thing) && isSameName(thing.data.author, person))
    if (last) {
      const params = { thing_id: last.data.name, text: body }
      const { json } = await request(session, 'POST', '/api/comment', { schema: Creation, params, mutates: true })
      return { externalId: json.data.things[0].data.name, status: 'sent' }
    }
    const params = { to: person, subject: 'Your message', text: body }
    await request(session, 'POST', '/api/compose', { schema: Done, params, mutates: true })
    throw new PlatformError('ambiguous', 'Reddit has taken the message and did not say under which id.')
  },

  async find(session, message, { intentAt, otherIds }): Promise<SentMessage | undefined> {
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const sent = await request(session, 'GET', '/message/sent', { schema: SentListing, params: { limit: 100 } })
    const found = sent.data.children.find(
      ({ data: { name, dest, body, created_utc } }) =>
        isSameName(dest, message.conversationExternalId) &&
        body.trim() === message.body.trim() &&
        created_utc * 1000 >= earliest &&
        !otherIds.includes(name),
    )
    return found && { externalId: found.data.name, status: 'sent' }
  },

  async markRead(session, { lastMessageExternalId: id }) {
    if (id) await request(session, 'POST', '/api/read_message', { schema: Done, params: { id } })
  },
}

/** Lists messages after an id, newest first. Without an id it reads only the newest page: older messages are not new. */
async function listFolder(session: Session, folder: keyof Position, since: string | null): Promise<Message[]> {
  const found: Message[] = []
  const pages = { schema: MessageListing, params: { limit: 100 }, pagesMax: PAGES_MAX }
  for await (const { things } of listPages(session, `/message/${folder}`, pages)) {
    const page = things.filter(isMessage).map(({ data }) => data)
    found.push(...page.filter(({ id }) => since === null || isAfter(id, since)))
    if (since === null || page.some(({ id }) => !isAfter(id, since))) break
  }
  return found
}

/** The folders also contain replies to posts, which are comments. */
const isMessage = ({ kind, data }: Thing<Message>) => kind === 't4' && !data.was_comment

function isAfter(id: string, other: string): boolean {
  return id.length === other.length ? id > other : id.length > other.length
}

function findNewestId(found: readonly Message[], known: string): string {
  return found.reduce((newest, { id }) => (isAfter(id, newest) ? id : newest), known)
}

const isSameName = (one: string | null | undefined, other: string) => one?.toLowerCase() === other.toLowerCase()

/** Returns no item for a message of a subreddit or of Reddit itself, to which replies are not possible. */
function readMessage(session: Session, message: Message): InboxItem[] {
  const { name, author, author_fullname, dest, subreddit, body, created_utc } = message
  const isMine = isSameName(author, session.identity.username ?? '')
  const other = isMine ? dest : author
  if (!other || other.startsWith('#') || subreddit) return []
  const id = other.toLowerCase()
  return [
    {
      kind: 'message',
      externalId: name,
      conversationExternalId: id,
      participant: {
        externalId: isMine ? id : (author_fullname ?? id),
        name: other,
        username: other,
        avatarUrl: null,
      },
      direction: isMine ? 'outbound' : 'inbound',
      body: body ?? null,
      attachments: [],
      occurredAt: new Date(created_utc * 1000),
    },
  ]
}
