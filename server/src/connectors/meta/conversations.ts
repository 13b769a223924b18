import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import type { FoundMessage, InboxItem, Messages, OutgoingMessage, Person } from '../inbox.ts'
import { type Limits, measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import { buildEdgeSchema, type Graph, listPages, readPage, request, Sender, Time } from './graph.ts'
import { advance, isAfter, type Position, readPosition, toUnixSeconds } from './list-position.ts'

const CLOCK_SKEW_MS = 5 * 60_000
const CONVERSATIONS_PER_PAGE = 50
const PAGES_MAX = 10
/** Meta shows only the last messages of a conversation. */
const MESSAGES_PER_PAGE = 20
const FIELDS = 'id,message,from,to,created_time,attachments{mime_type,name,image_data,video_data,file_url}'

const Participant = Type.Object({ id: Id, name: Maybe(Type.String()), username: Maybe(Type.String()) })

type Conversation = Static<typeof Conversation>
const Conversation = Type.Object({
  id: Id,
  updated_time: Time,
  participants: Maybe(buildEdgeSchema(Participant)),
})

const File = Maybe(Type.Object({ url: Maybe(Type.Unknown()) }))
const Attachment = Type.Object({
  mime_type: Maybe(Type.String()),
  name: Maybe(Type.Unknown()),
  image_data: File,
  video_data: File,
  file_url: Maybe(Type.Unknown()),
})

type Message = Static<typeof Message>
const Message = Type.Object({
  id: Id,
  message: Maybe(Type.String()),
  from: Maybe(Sender),
  created_time: Time,
  attachments: Maybe(buildEdgeSchema(Attachment)),
})

const ConversationEdge = buildEdgeSchema(Conversation)
const ConversationIdEdge = buildEdgeSchema(Type.Object({ id: Id }))
const MessageEdge = buildEdgeSchema(Message)
const SentMessage = Type.Object({ message_id: Type.String({ minLength: 1 }) })

/** The differences between Messenger and Instagram in direct messages. */
export interface DirectMessaging {
  readonly platform: 'messenger' | 'instagram'
  readonly textMax: Limits['text']
  readonly createGraph: (session: Session) => Graph
  /** The id of the page or account that owns the conversations. */
  readonly getOwnerId: (session: Session) => string
  readonly isOwn: (session: Session, from: Sender | null | undefined) => boolean
  readonly readPerson: (from: Sender | null | undefined) => Person
  readonly buildMessage: (message: OutgoingMessage) => { readonly [key: string]: Json }
}

/**
 * Builds the direct messages of a platform. A conversation is all messages with one person, identified by the person's id for this
 * account: webhooks name nothing else.
 */
export function createDirectMessages(
  of: DirectMessaging,
): Pick<Messages, 'send'> & Required<Pick<Messages, 'list' | 'find'>> {
  return {
    async list(session, { cursor }) {
      const position = readPosition(cursor)
      const changed = await listChanged(of, session, position, cursor === null ? 1 : PAGES_MAX)
      const found: FoundMessage[] = []
      for (const conversation of changed) found.push(...(await readNew(of, session, conversation, position)))
      const newest = Math.max(position.at, ...changed.map(({ updated_time }) => toUnixSeconds(updated_time)))
      const items = found.filter((message) => isAfter(position, message))
      return {
        items: items.map((message): InboxItem => ({ kind: 'message', ...message })),
        cursor: advance(position, newest, found),
        hasMore: false,
      }
    },

    async send(session, message) {
      const graph = of.createGraph(session)
      assertLength(graph.platform.id, of.textMax, message.body)
      const recipient = { id: message.conversationExternalId }
      const { message_id } = await request(graph, 'POST', `${of.getOwnerId(session)}/messages`, {
        schema: SentMessage,
        body: { recipient, ...of.buildMessage(message) },
        mutates: true,
      })
      return { externalId: message_id, status: 'sent' }
    },

    async find(session, { conversationExternalId, body }, { intentAt, otherIds }) {
      const { data } = await readPage(of.createGraph(session), `${of.getOwnerId(session)}/conversations`, {
        schema: ConversationIdEdge,
        query: { platform: of.platform, user_id: conversationExternalId, fields: 'id' },
      })
      const earliest = intentAt.getTime() - CLOCK_SKEW_MS
      for (const { id } of data) {
        const found = (await readMessages(of, session, id)).find(
          (message) =>
            of.isOwn(session, message.from) &&
            message.message?.trim() === body.trim() &&
            Date.parse(message.created_time) >= earliest &&
            !otherIds.includes(String(message.id)),
        )
        if (found) return { externalId: String(found.id), status: 'sent' }
      }
      return undefined
    },
  }
}

function assertLength(platform: string, { max, unit }: Limits['text'], body: string): void {
  if (measureLength(body, unit, max) <= max) return
  throw new PlatformError('invalid', `A message has at most ${max} ${unit}.`, {
    rule: `${platform}.message.max_${unit}`,
    remediation: 'Shorten the text.',
  })
}

/** Lists the conversations that have changed since the position. Meta lists the newest first. */
async function listChanged(
  of: DirectMessaging,
  session: Session,
  { at }: Position,
  pagesMax: number,
): Promise<Conversation[]> {
  const found: Conversation[] = []
  const query = { platform: of.platform, fields: 'id,updated_time,participants', limit: CONVERSATIONS_PER_PAGE }
  const options = { schema: ConversationEdge, query, pagesMax }
  for await (const { data } of listPages(of.createGraph(session), `${of.getOwnerId(session)}/conversations`, options)) {
    found.push(...data.filter(({ updated_time }) => toUnixSeconds(updated_time) >= at))
    if (toUnixSeconds(data.at(-1)?.updated_time) < at) break
  }
  return found
}

async function readMessages(
  of: DirectMessaging,
  session: Session,
  conversation: Conversation['id'],
): Promise<readonly Message[]> {
  const query = { fields: FIELDS, limit: MESSAGES_PER_PAGE }
  const schema = MessageEdge
  return (await readPage(of.createGraph(session), `${conversation}/messages`, { schema, query })).data
}

/** Reads the new messages, oldest first. A conversation without another person has none. */
async function readNew(
  of: DirectMessaging,
  session: Session,
  { id, participants }: Conversation,
  position: Position,
): Promise<FoundMessage[]> {
  const other = participants?.data.find((one) => !of.isOwn(session, one))
  if (!other) return []
  const found = (await readMessages(of, session, id)).filter((one) => toUnixSeconds(one.created_time) >= position.at)
  return found.toReversed().map((message) => ({
    externalId: String(message.id),
    conversationExternalId: String(other.id),
    participant: of.readPerson(other),
    direction: of.isOwn(session, message.from) ? 'outbound' : 'inbound',
    body: message.message || null,
    attachments: (message.attachments?.data ?? []).map(readAttachment),
    occurredAt: new Date(message.created_time),
  }))
}

function readAttachment({ mime_type, name, image_data, video_data, file_url }: Static<typeof Attachment>) {
  const url = image_data?.url ?? video_data?.url ?? file_url ?? null
  return { type: (mime_type ?? 'file').split('/')[0], url, name: name ?? null }
}
