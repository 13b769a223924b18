import { PlatformError } from '../failure.ts'
import type { FoundMessage, InboxItem, Messages } from '../inbox.ts'
import { lengthOf } from '../limits.ts'
import { type Body, readPage, request } from '../meta/graph.ts'
import { advance, isAfter, type Position, readPosition, secondsOf } from '../meta/position.ts'
import type { Session } from '../session.ts'
import { isOwn, pageIdOf, pageOf, readPerson } from './page.ts'

const TEXT_MAX = 2000
const CLOCK_SKEW_MS = 5 * 60_000
const CONVERSATIONS_PER_PAGE = 50
const PAGES_MAX = 10
/** Facebook shows no more of a conversation than its last messages. */
const MESSAGES_PER_PAGE = 20
const FIELDS = 'id,message,from,to,created_time,attachments{mime_type,name,image_data,video_data,file_url}'

/** A conversation is all messages with one person, named by the person's id on this page: that is all that webhooks name. */
export const messages: Messages = {
  async list(session, { cursor }) {
    const position = readPosition(cursor)
    const changed = await listChanged(session, position, cursor === null ? 1 : PAGES_MAX)
    const found: FoundMessage[] = []
    for (const conversation of changed) found.push(...(await readNew(session, conversation, position)))
    const newest = Math.max(position.at, ...changed.map(({ updated_time }) => secondsOf(updated_time)))
    const items = found.filter((message) => isAfter(position, message))
    return {
      items: items.map((message): InboxItem => ({ kind: 'message', ...message })),
      cursor: advance(position, newest, found),
      hasMore: false,
    }
  },

  /** `metadata` comes back with the echo of the message, so a message whose answer got lost is recognised by it. */
  async send(session, { conversationExternalId, body, handle }) {
    if (lengthOf(body, 'characters', TEXT_MAX) > TEXT_MAX)
      throw new PlatformError('invalid', `A message has at most ${TEXT_MAX} characters.`, {
        rule: 'facebook.message.max_characters',
        remediation: 'Shorten the text.',
      })
    const sent = await request(pageOf(session), 'POST', `${pageIdOf(session)}/messages`, {
      body: {
        recipient: { id: conversationExternalId },
        messaging_type: 'RESPONSE',
        message: { text: body, metadata: handle },
      },
      mutates: true,
    })
    if (typeof sent.message_id !== 'string')
      throw new PlatformError('ambiguous', 'Facebook answered without the id of the message.')
    return { externalId: sent.message_id, status: 'sent' }
  },

  async find(session, { conversationExternalId, body }, { intentAt, otherIds }) {
    const query = { platform: 'messenger', user_id: conversationExternalId, fields: 'id' }
    const { data } = await readPage(pageOf(session), `${pageIdOf(session)}/conversations`, { query })
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    for (const { id } of data) {
      const found = (await readMessages(session, id)).find(
        (message) =>
          isOwn(session, message.from) &&
          String(message.message).trim() === body.trim() &&
          Date.parse(message.created_time) >= earliest &&
          !otherIds.includes(String(message.id)),
      )
      if (found) return { externalId: String(found.id), status: 'sent' }
    }
    return undefined
  },

  async markRead(session, { externalId }) {
    await request(pageOf(session), 'POST', `${pageIdOf(session)}/messages`, {
      body: { recipient: { id: externalId }, sender_action: 'mark_seen' },
    })
  },
}

/** The conversations with something new, which Facebook lists newest first. */
async function listChanged(session: Session, { at }: Position, pagesMax: number): Promise<Body[]> {
  const found: Body[] = []
  let after: string | null = null
  for (let pages = 0; pages < pagesMax; pages++) {
    const query: Record<string, string | number> = {
      platform: 'messenger',
      fields: 'id,updated_time,participants',
      limit: CONVERSATIONS_PER_PAGE,
      ...(after !== null && { after }),
    }
    const page = await readPage(pageOf(session), `${pageIdOf(session)}/conversations`, { query })
    found.push(...page.data.filter(({ updated_time }) => secondsOf(updated_time) >= at))
    after = page.after
    if (after === null || secondsOf(page.data.at(-1)?.updated_time) < at) break
  }
  return found
}

async function readMessages(session: Session, conversation: string): Promise<readonly Body[]> {
  const query = { fields: FIELDS, limit: MESSAGES_PER_PAGE }
  return (await readPage(pageOf(session), `${conversation}/messages`, { query })).data
}

/** Oldest first. Empty for a conversation without another person. */
async function readNew(session: Session, { id, participants }: Body, position: Position): Promise<FoundMessage[]> {
  const other = (participants?.data ?? []).find((one: Body) => !isOwn(session, one))
  if (!other) return []
  const found = (await readMessages(session, id)).filter((one) => secondsOf(one.created_time) >= position.at)
  return found.toReversed().map((message) => ({
    externalId: String(message.id),
    conversationExternalId: String(other.id),
    participant: readPerson(other),
    direction: isOwn(session, message.from) ? 'outbound' : 'inbound',
    body: message.message || null,
    attachments: (message.attachments?.data ?? []).map(readAttachment),
    occurredAt: new Date(message.created_time),
  }))
}

function readAttachment({ mime_type, name, image_data, video_data, file_url }: Body) {
  const url = image_data?.url ?? video_data?.url ?? file_url ?? null
  return { type: String(mime_type ?? 'file').split('/')[0], url, name: name ?? null }
}
