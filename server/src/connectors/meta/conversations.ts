import type { FoundMessage, InboxItem, Messages, OutgoingMessage, Person } from '../inbox.ts'
import { type Limits, measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Json, Session } from '../session.ts'
import { type Body, type Graph, readPage, request } from './graph.ts'
import { advance, isAfter, type Position, readPosition, toUnixSeconds } from './list-position.ts'

const CLOCK_SKEW_MS = 5 * 60_000
const CONVERSATIONS_PER_PAGE = 50
const PAGES_MAX = 10
/** Meta shows no more of a conversation than its last messages. */
const MESSAGES_PER_PAGE = 20
const FIELDS = 'id,message,from,to,created_time,attachments{mime_type,name,image_data,video_data,file_url}'

/** How one of Meta's platforms differs from the others in its direct messages. */
export interface DirectMessaging {
  readonly platform: 'messenger' | 'instagram'
  readonly textMax: Limits['text']
  readonly createGraph: (session: Session) => Graph
  /** The id of the page or account whose conversations they are. */
  readonly getOwnerId: (session: Session) => string
  readonly isOwn: (session: Session, from: Body) => boolean
  readonly readPerson: (from: Body) => Person
  readonly buildMessage: (message: OutgoingMessage) => { readonly [key: string]: Json }
}

/** A conversation is all messages with one person, named by the person's id for this account: that is all that webhooks name. */
export function directMessages(
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
      const sent = await request(graph, 'POST', `${of.getOwnerId(session)}/messages`, {
        body: { recipient, ...of.buildMessage(message) },
        mutates: true,
      })
      if (typeof sent.message_id !== 'string')
        throw new PlatformError('ambiguous', 'Meta answered without the id of the message.')
      return { externalId: sent.message_id, status: 'sent' }
    },

    async find(session, { conversationExternalId, body }, { intentAt, otherIds }) {
      const query = { platform: of.platform, user_id: conversationExternalId, fields: 'id' }
      const { data } = await readPage(of.createGraph(session), `${of.getOwnerId(session)}/conversations`, { query })
      const earliest = intentAt.getTime() - CLOCK_SKEW_MS
      for (const { id } of data) {
        const found = (await readMessages(of, session, id)).find(
          (message) =>
            of.isOwn(session, message.from) &&
            String(message.message).trim() === body.trim() &&
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

/** The conversations with something new, which Meta lists newest first. */
async function listChanged(of: DirectMessaging, session: Session, { at }: Position, pagesMax: number): Promise<Body[]> {
  const found: Body[] = []
  let after: string | null = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const query: Record<string, string | number> = {
      platform: of.platform,
      fields: 'id,updated_time,participants',
      limit: CONVERSATIONS_PER_PAGE,
      ...(after !== null && { after }),
    }
    const page = await readPage(of.createGraph(session), `${of.getOwnerId(session)}/conversations`, { query })
    found.push(...page.data.filter(({ updated_time }) => toUnixSeconds(updated_time) >= at))
    after = page.after
    if (after === null || toUnixSeconds(page.data.at(-1)?.updated_time) < at) break
  }
  return found
}

async function readMessages(of: DirectMessaging, session: Session, conversation: string): Promise<readonly Body[]> {
  const query = { fields: FIELDS, limit: MESSAGES_PER_PAGE }
  return (await readPage(of.createGraph(session), `${conversation}/messages`, { query })).data
}

/** Oldest first. Empty for a conversation without another person. */
async function readNew(
  of: DirectMessaging,
  session: Session,
  { id, participants }: Body,
  position: Position,
): Promise<FoundMessage[]> {
  const other = (participants?.data ?? []).find((one: Body) => !of.isOwn(session, one))
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

function readAttachment({ mime_type, name, image_data, video_data, file_url }: Body) {
  const url = image_data?.url ?? video_data?.url ?? file_url ?? null
  return { type: String(mime_type ?? 'file').split('/')[0], url, name: name ?? null }
}
