import type { FoundMessage, InboxItem, Messages } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, request } from './client.ts'
import { readPerson } from './comments.ts'
import { AUTHOR_FIELDS, CLOCK_SKEW_MS, comparable, restoreSourceText } from './posts.ts'

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

export const messages: Messages = {
  /** Newest first, of the last 30 days: pages are read until a known message comes. The first read takes one page. */
  async list(session, { cursor }) {
    const found: FoundMessage[] = []
    let token: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const size = page === 0 && cursor !== null ? FIRST_PAGE_SIZE : PAGE_SIZE
      const {
        data = [],
        includes,
        meta,
      } = await request(session, 'GET', '/dm_events', {
        query: { ...FIELDS, max_results: size, ...(token !== undefined && { pagination_token: token }) },
      })
      const events: Body[] = data
      const fresh = events.filter(({ id }) => cursor === null || BigInt(id) > BigInt(cursor))
      found.push(...fresh.flatMap((event) => readMessage(session, event, includes)))
      token = meta?.next_token
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
    const { data } = await request(session, 'POST', `/dm_conversations/with/${participant.externalId}/messages`, {
      body: { text: body },
      mutates: true,
    })
    if (typeof data?.dm_event_id !== 'string')
      throw new PlatformError('ambiguous', 'X answered without the id of the message.')
    const { dm_conversation_id: id = conversationExternalId } = data
    return { externalId: data.dm_event_id, status: 'sent', conversationExternalId: String(id) }
  },

  async find(session, { participant, body }, { intentAt, otherIds }) {
    const { data = [] } = await request(session, 'GET', `/dm_conversations/with/${participant.externalId}/dm_events`, {
      query: { ...FIELDS, max_results: PAGE_SIZE },
    })
    const found = (data as Body[]).find(
      (event) =>
        String(event.sender_id) === session.identity.externalId &&
        !otherIds.includes(String(event.id)) &&
        Date.parse(event.created_at) > intentAt.getTime() - CLOCK_SKEW_MS &&
        comparable(restoreSourceText(event)) === comparable(body),
    )
    return found && { externalId: String(found.id), status: 'sent' }
  },
}

/** Empty for groups: a conversation of two is named after both. */
function readMessage(session: Session, event: Body, includes: Body): FoundMessage[] {
  const me = session.identity.externalId
  const conversation = String(event.dm_conversation_id ?? '')
  const other = conversation.split('-').find((id) => id !== me)
  if (!conversation.includes('-') || other === undefined) return []
  const person = (includes?.users ?? []).find(({ id }: Body) => String(id) === other)
  return [
    {
      externalId: String(event.id),
      conversationExternalId: conversation,
      participant: readPerson(other, person),
      direction: String(event.sender_id) === me ? 'outbound' : 'inbound',
      body: restoreSourceText(event),
      attachments: (event.attachments?.media_keys ?? []).map((media_key: unknown) => ({
        media_key: String(media_key),
      })),
      occurredAt: new Date(event.created_at),
    },
  ]
}
