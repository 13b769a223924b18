import { PlatformError } from '../failure.ts'
import type { FoundMessage, InboxItem, Messages, OutgoingMessage } from '../inbox.ts'
import type { Session } from '../session.ts'
import { ask, type Body, doorOf } from './instance.ts'
import { validate } from './limits.ts'
import { postStatus } from './publish.ts'
import {
  accountId,
  addressedTo,
  isOwn,
  listMentions,
  listOwn,
  PAGE,
  readPerson,
  readSource,
  SKEW_MS,
  textOf,
} from './status.ts'

/** How far the mentions and the account's own statuses have been read. */
interface Place {
  readonly told: string | null
  readonly own: string | null
}

const PAGES_MAX = 5

/** A message is a status that only those see whom it names. A conversation is all of them with one person. */
export const messages: Messages = {
  async list(session, { cursor }) {
    const place = (cursor === null ? { told: null, own: null } : JSON.parse(cursor)) as Place
    const mentions = await listMentions(session, place.told)
    const own = await listOwn(session, {
      limit: PAGE,
      exclude_reblogs: true,
      ...(place.own !== null && { min_id: place.own }),
    })
    const statuses: Body[] = [...mentions.statuses, ...own.toReversed()]
    const next: Place = { told: mentions.cursor ?? place.told, own: own[0]?.id ?? place.own ?? '0' }
    return {
      items: statuses.filter(isDirect).flatMap((status) => read(session, status)),
      cursor: JSON.stringify(next),
      hasMore: mentions.hasMore || (place.own !== null && own.length === PAGE),
    }
  },

  async send(session, message) {
    const text = textFor(message)
    const [broken] = validate({ text, media: [], options: {} }, session.entity)
    if (broken)
      throw new PlatformError('invalid', broken.message, { rule: broken.rule, remediation: 'Shorten the text.' })
    const before = await findLast(session, message.conversationExternalId)
    const status = await postStatus(session, message.handle, {
      status: text,
      visibility: 'direct',
      ...(before !== undefined && { in_reply_to_id: before }),
    })
    return { externalId: String(status.id), status: 'sent' }
  },

  /** A status does not tell its Idempotency-Key: it is known by what was typed, and to whom. */
  async find(session, message, { armedAt, others }) {
    const wanted = textFor(message).trim()
    const earliest = armedAt.getTime() - SKEW_MS
    let before: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const statuses = await listOwn(session, {
        limit: PAGE,
        exclude_reblogs: true,
        ...(before !== undefined && { max_id: before }),
      })
      for (const status of statuses) {
        if (Date.parse(status.created_at) < earliest) return undefined
        const isCandidate = isDirect(status) && names(status, message.conversationExternalId)
        if (!isCandidate || others.includes(String(status.id))) continue
        if ((await readSource(session, status.id)) === wanted) return { externalId: String(status.id), status: 'sent' }
      }
      if (statuses.length < PAGE) return undefined
      before = statuses.at(-1).id
    }
    return undefined
  },
}

const isDirect = ({ visibility }: Body) => visibility === 'direct'
const names = ({ mentions }: Body, id: string) => (mentions ?? []).some((one: Body) => String(one.id) === id)

function textFor({ participant, body }: OutgoingMessage): string {
  return addressedTo(participant.username ?? '', body)
}

/** What it goes on from; a person who has not written yet is written to out of the blue. */
async function findLast(session: Session, person: string): Promise<string | undefined> {
  const found: Body[] = await ask(doorOf(session), 'GET', '/api/v1/conversations', { query: { limit: PAGE } })
  const isWith = ({ accounts }: Body) => accounts.length === 1 && String(accounts[0].id) === person
  return found.find(isWith)?.last_status?.id
}

/** A note to oneself is no message. */
function read(session: Session, status: Body): InboxItem[] {
  const isMine = isOwn(session, status)
  const other = isMine
    ? (status.mentions ?? []).find(({ id }: Body) => String(id) !== accountId(session))
    : status.account
  if (!other) return []
  const message: FoundMessage = {
    externalId: String(status.id),
    conversationExternalId: String(other.id),
    participant: readPerson(other),
    direction: isMine ? 'outbound' : 'inbound',
    body: textOf(status),
    attachments: (status.media_attachments ?? []).map(({ type, url, description }: Body) => ({
      type,
      url,
      description: description ?? null,
    })),
    occurredAt: new Date(status.created_at),
  }
  return [{ kind: 'message', ...message }]
}
