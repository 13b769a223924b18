import { PlatformError } from '../failure.ts'
import type { FoundMessage, InboxItem, Messages, OutgoingMessage } from '../inbox.ts'
import type { Session } from '../session.ts'
import { type Body, instanceOf, request } from './instance.ts'
import { validate } from './limits.ts'
import { postStatus } from './publish.ts'
import {
  accountIdOf,
  CLOCK_SKEW_MS,
  isOwn,
  listMentions,
  listOwnStatuses,
  PAGE_SIZE,
  plainTextOf,
  readPerson,
  readSource,
  withMention,
} from './status.ts'

/** The stored cursor: how far the mentions (`told`) and the account's own statuses have been read. */
interface Position {
  readonly told: string | null
  readonly own: string | null
}

const PAGES_MAX = 5

/** A message is a status that only the mentioned accounts see. A conversation is all of them with one person. */
export const messages: Messages = {
  async list(session, { cursor }) {
    const position = (cursor === null ? { told: null, own: null } : JSON.parse(cursor)) as Position
    const mentions = await listMentions(session, position.told)
    const own = await listOwnStatuses(session, {
      limit: PAGE_SIZE,
      exclude_reblogs: true,
      ...(position.own !== null && { min_id: position.own }),
    })
    const statuses: Body[] = [...mentions.statuses, ...own.toReversed()]
    const next: Position = { told: mentions.cursor ?? position.told, own: own[0]?.id ?? position.own ?? '0' }
    return {
      items: statuses.filter(isDirect).flatMap((status) => readMessage(session, status)),
      cursor: JSON.stringify(next),
      hasMore: mentions.hasMore || (position.own !== null && own.length === PAGE_SIZE),
    }
  },

  async send(session, message) {
    const text = textFor(message)
    const [problem] = validate({ text, media: [], options: {} }, session.entity)
    if (problem)
      throw new PlatformError('invalid', problem.message, { rule: problem.rule, remediation: 'Shorten the text.' })
    const previous = await findLastStatus(session, message.conversationExternalId)
    const status = await postStatus(session, message.handle, {
      status: text,
      visibility: 'direct',
      ...(previous !== undefined && { in_reply_to_id: previous }),
    })
    return { externalId: String(status.id), status: 'sent' }
  },

  /** A status does not show its Idempotency-Key: it is recognised by its text and its recipient. */
  async find(session, message, { intentAt, otherIds }) {
    const wanted = textFor(message).trim()
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    let before: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const statuses = await listOwnStatuses(session, {
        limit: PAGE_SIZE,
        exclude_reblogs: true,
        ...(before !== undefined && { max_id: before }),
      })
      for (const status of statuses) {
        if (Date.parse(status.created_at) < earliest) return undefined
        const isCandidate = isDirect(status) && doesMention(status, message.conversationExternalId)
        if (!isCandidate || otherIds.includes(String(status.id))) continue
        if ((await readSource(session, status.id)) === wanted) return { externalId: String(status.id), status: 'sent' }
      }
      if (statuses.length < PAGE_SIZE) return undefined
      before = statuses.at(-1).id
    }
    return undefined
  },
}

const isDirect = ({ visibility }: Body) => visibility === 'direct'
const doesMention = ({ mentions }: Body, id: string) => (mentions ?? []).some((one: Body) => String(one.id) === id)

function textFor({ participant, body }: OutgoingMessage): string {
  return withMention(participant.username ?? '', body)
}

/** The status to reply to; undefined for a person who has not written yet. */
async function findLastStatus(session: Session, person: string): Promise<string | undefined> {
  const found: Body[] = await request(instanceOf(session), 'GET', '/api/v1/conversations', {
    query: { limit: PAGE_SIZE },
  })
  const isWith = ({ accounts }: Body) => accounts.length === 1 && String(accounts[0].id) === person
  return found.find(isWith)?.last_status?.id
}

/** Empty for a status that mentions only its author. */
function readMessage(session: Session, status: Body): InboxItem[] {
  const isMine = isOwn(session, status)
  const other = isMine
    ? (status.mentions ?? []).find(({ id }: Body) => String(id) !== accountIdOf(session))
    : status.account
  if (!other) return []
  const message: FoundMessage = {
    externalId: String(status.id),
    conversationExternalId: String(other.id),
    participant: readPerson(other),
    direction: isMine ? 'outbound' : 'inbound',
    body: plainTextOf(status),
    attachments: (status.media_attachments ?? []).map(({ type, url, description }: Body) => ({
      type,
      url,
      description: description ?? null,
    })),
    occurredAt: new Date(status.created_at),
  }
  return [{ kind: 'message', ...message }]
}
