import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Answer } from '../exchange.ts'
import type { Inbound, InboundItem } from '../inbound.ts'
import type {
  Batch,
  Comments,
  FoundComment,
  FoundReview,
  InboxItem,
  Messages,
  Person,
  Reviews,
  Since,
} from '../inbox.ts'
import type { Json, Session } from '../session.ts'
import type { FoundTemplate, Numbers, Templates } from '../templates.ts'
import { ask } from './network.ts'

type Item = Answer['body']

export const comments: Comments = {
  list: (session, since) => listSince(session, '/comments', since, readComment),
  async reply(session, { externalId }, { body, handle }) {
    return readComment(await post(session, `${at('comments', externalId)}/replies`, { body, handle }))
  },
  hide: (session, id) => put(session, at('comments', id), { is_hidden: true }),
  unhide: (session, id) => put(session, at('comments', id), { is_hidden: false }),
  delete: (session, id) => remove(session, at('comments', id), asEntity(session)),
}

export const messages: Messages = {
  list: (session, since) => listSince(session, '/messages', since, readInboxItem),
  async send(session, { conversationExternalId, body, handle, template }) {
    const sent = await post(session, `${at('conversations', conversationExternalId)}/messages`, {
      body,
      handle,
      template: template ? { name: template.name, language: template.language } : null,
    })
    return { externalId: sent.id, status: 'sent' }
  },
  markRead: (session, { externalId }) => put(session, at('conversations', externalId), { is_read: true }),
}

export const reviews: Reviews = {
  list: (session, since) => listSince(session, '/reviews', since, readReview),
  async reply(session, externalId, body) {
    const { reply } = await ask(session, 'PUT', `${at('reviews', externalId)}/reply`, {
      token: session.tokens.access,
      body: { ...asEntity(session), body },
    })
    return { createdAt: new Date(reply.created_at) }
  },
  deleteReply: (session, externalId) => remove(session, `${at('reviews', externalId)}/reply`, asEntity(session)),
}

export const templates: Templates = {
  async create(session, { name, language, category, components }) {
    const body = { name, language, category, components: components as Json[] }
    return readTemplate(await post(session, '/templates', body))
  },
  list: (session, since) => listSince(session, '/templates', since, readTemplate),
  delete: (session, { externalId }) => remove(session, at('templates', externalId)),
}

export const numbers: Numbers = {
  async register(session, { pin, dataLocalizationRegion }) {
    const { id, status } = await post(session, '/numbers', { pin, region: dataLocalizationRegion })
    return { phoneNumberId: id, status }
  },
}

/** `X-Sandbox-Signature: sha256=<hex>` over the body, with the secret that the operator chose. */
export const inbound: Inbound = {
  async verify({ app }, { body, headers }) {
    const secret = app['webhookSecret']
    if (!secret) return false
    const given = Buffer.from(String(headers['x-sandbox-signature'] ?? ''))
    const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  },
  read({ body }) {
    const { items } = JSON.parse(body) as { items: Item[] }
    return items.map(readInbound)
  },
}

const readers: Record<string, (item: Item) => object> = {
  comment: readComment,
  review: readReview,
  template: readTemplate,
  message: readInboxItem,
  message_status: readInboxItem,
  deauthorized: () => ({}),
}

function readInbound(item: Item): InboundItem {
  const read = readers[item.kind]
  return { kind: item.kind, entityExternalId: item.entity_id, ...read?.(item) }
}

const at = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`

async function listSince<T>(
  session: Session,
  path: string,
  { cursor }: Since,
  read: (item: Item) => T,
): Promise<Batch<T>> {
  const query = { ...asEntity(session), ...(cursor !== null && { after: cursor }) }
  const answer = await ask(session, 'GET', path, { token: session.tokens.access, query })
  return { items: answer.items.map(read), cursor: answer.cursor, hasMore: answer.has_more }
}

function post(session: Session, path: string, body: Record<string, Json>): Promise<Item> {
  return ask(session, 'POST', path, {
    token: session.tokens.access,
    body: { ...asEntity(session), ...body },
    mutates: true,
  })
}

/** What is said and done is said and done as a page. */
const asEntity = ({ entity }: Session) => ({ entity_id: entity.externalId })

/** Sets what may be set twice. */
async function put(session: Session, path: string, body: Record<string, Json>): Promise<void> {
  await ask(session, 'PUT', path, { token: session.tokens.access, body: { ...asEntity(session), ...body } })
}

async function remove(session: Session, path: string, query: Record<string, string> = {}): Promise<void> {
  await ask(session, 'DELETE', path, { token: session.tokens.access, query })
}

function readPerson({ id, name, username }: Item): Person {
  return { externalId: id, name: name ?? null, username: username ?? null, avatarUrl: null }
}

function readComment(item: Item): FoundComment {
  return {
    externalId: item.id,
    mediaExternalId: item.post_id,
    parentExternalId: item.parent_id,
    author: readPerson(item.author),
    body: item.body,
    isHidden: item.is_hidden,
    canReply: item.parent_id === null,
    isOwn: item.is_own,
    ...(item.is_deleted && { isDeleted: true }),
    occurredAt: new Date(item.created_at),
  }
}

function readInboxItem(item: Item): InboxItem {
  if (item.kind === 'message_status')
    return {
      kind: 'message_status',
      messageExternalId: item.message_id,
      status: item.status,
      occurredAt: new Date(item.created_at),
    }
  return {
    kind: 'message',
    externalId: item.id,
    conversationExternalId: item.conversation_id,
    participant: readPerson(item.participant),
    direction: item.direction,
    body: item.body,
    attachments: item.attachments,
    occurredAt: new Date(item.created_at),
    ...(item.handle && { handle: item.handle }),
  }
}

function readReview(item: Item): FoundReview {
  return {
    externalId: item.id,
    entityExternalId: item.entity_id,
    author: readPerson(item.author),
    rating: item.rating,
    body: item.body,
    reply: item.reply && { body: item.reply.body, createdAt: new Date(item.reply.created_at) },
    occurredAt: new Date(item.created_at),
  }
}

function readTemplate(item: Item): FoundTemplate {
  return {
    externalId: item.id,
    name: item.name,
    language: item.language,
    category: item.category,
    components: item.components,
    status: item.status,
    rejectionReason: item.rejection_reason,
  }
}
