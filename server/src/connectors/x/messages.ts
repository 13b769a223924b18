import type { Static } from 'typebox'
import { DateTime, Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { FoundMessage, InboxItem, Messages } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { request, Snowflake } from './client.ts'
import { Includes, toPerson } from './comments.ts'
import {
  AUTHOR_FIELDS,
  CLOCK_SKEW_MS,
  listMediaKeys,
  normalizeText,
  PageMeta,
  restoreSourceText,
  TEXT_FIELDS,
} from './posts.ts'

/** X charges for each message that it returns, so the first page is small: most of the time nothing is new. */
const FIRST_PAGE_SIZE = 5
const PAGE_SIZE = 20
const PAGES_MAX = 10
const TEXT_MAX = 10_000

const FIELDS = {
  event_types: 'MessageCreate',
  'dm_event.fields': 'id,text,created_at,dm_conversation_id,event_type,entities,attachments',
  expansions: 'sender_id,participant_ids',
  'user.fields': AUTHOR_FIELDS,
}

type MessageEvent = Static<typeof MessageEvent>
const MessageEvent = Type.Object({
  ...TEXT_FIELDS,
  text: Maybe(Type.String()),
  created_at: DateTime,
  sender_id: Snowflake,
  dm_conversation_id: Maybe(Type.String()),
})
type EventPage = Static<typeof EventPage>
const EventPage = Type.Object({ data: Maybe(Type.Array(MessageEvent)), includes: Maybe(Includes), meta: PageMeta })
const SentEvent = Type.Object({
  data: Type.Object({ dm_event_id: Snowflake, dm_conversation_id: Maybe(Type.String()) }),
})

export const messages: Messages = {
  /** Lists the last 30 days, newest first: reads pages up to a known message. The first call reads one page. */
  async list(session, { cursor }) {
    const found: FoundMessage[] = []
    let token: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const size = page === 0 && cursor !== null ? FIRST_PAGE_SIZE : PAGE_SIZE
      const query = { ...FIELDS, max_results: size, ...(token !== undefined && { pagination_token: token }) }
      const { data, includes, meta }: EventPage = await request(session, 'GET', '/dm_events', {
        schema: EventPage,
        query,
      })
      const events = data ?? []
      const fresh = events.filter(({ id }) => cursor === null || BigInt(id) > BigInt(cursor))
      found.push(...fresh.flatMap((event) => readMessage(session, event, includes)))
      token = meta.next_token || undefined
      if (cursor === null || fresh.length < events.length || token === undefined) break
    }
    const items: InboxItem[] = found.toReversed().map((message) => ({ kind: 'message', ...message }))
    return { items, cursor: found[0]?.externalId ?? (cursor === null ? '0' : null), hasMore: false }
  },

  async send(session, { conversationExternalId, participant, body }) {
    if (body.length > TEXT_MAX)
      throw new PlatformError('invalid', `At most ${TEXT_MAX} characters fit.`, {
        rule: 'x.message.max_characters',
        remediation: 'Shorten the text.',
      })
    const path = `/dm_conversations/with/${participant.externalId}/messages`
    const { data } = await request(session, 'POST', path, { schema: SentEvent, body: { text: body }, mutates: true })
    return {
      externalId: data.dm_event_id,
      status: 'sent',
      conversationExternalId: data.dm_conversation_id ?? conversationExternalId,
    }
  },

  async find(session, { participant, body }, { intentAt, otherIds }) {
    const path = `/dm_conversations/with/${participant.externalId}/dm_events`
    const query = { ...FIELDS, max_results: PAGE_SIZE }
    const { data } = await request(session, 'GET', path, { schema: EventPage, query })
    const found = data?.find(
      (event) =>
        event.sender_id === session.identity.externalId &&
        !otherIds.includes(event.id) &&
        Date.parse(event.created_at) > intentAt.getTime() - CLOCK_SKEW_MS &&
        normalizeText(restoreSourceText(event)) === normalizeText(body),
    )
    return found && { externalId: found.id, status: 'sent' }
  },
}

/** Returns an empty list for a message of a group: only the id of a conversation of two consists of both people's ids. */
function readMessage(session: Session, event: MessageEvent, includes: EventPage['includes']): FoundMessage[] {
  const me = session.identity.externalId
  const conversation = event.dm_conversation_id ?? ''
  const other = conversation.split('-').find((id) => id !== me)
  if (!conversation.includes('-') || other === undefined) return []
  return [
    {
      externalId: event.id,
      conversationExternalId: conversation,
      participant: toPerson(other, includes),
      direction: event.sender_id === me ? 'outbound' : 'inbound',
      body: restoreSourceText(event),
      attachments: listMediaKeys(event).map((media_key) => ({ media_key })),
      occurredAt: new Date(event.created_at),
    },
  ]
}
