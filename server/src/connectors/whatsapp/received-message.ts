import type { FoundMessage } from '../inbox.ts'
import type { Body } from '../meta/graph.ts'
import { buildConversationId, toPerson } from './conversation-ids.ts'

interface MessageOrigin {
  readonly direction: FoundMessage['direction']
  readonly phoneNumberId: string
  /** The people of the push, with their names. */
  readonly contacts: unknown
}

type Attachment = Readonly<Record<string, unknown>>
interface Content {
  readonly body: string | null
  readonly attachments: readonly Attachment[]
}

/** Undefined for what is no message of a person: system notes, messages of groups, kinds that are not known yet. */
export function readMessage(
  found: Body,
  { direction, phoneNumberId, contacts }: MessageOrigin,
): FoundMessage | undefined {
  const content = CONTENTS[String(found.type)]?.(found[found.type] ?? {}, found)
  const personId = direction === 'inbound' ? (found.from ?? found.from_user_id) : (found.to ?? found.to_user_id)
  if (!content || typeof found.id !== 'string' || typeof personId !== 'string' || found.group_id) return undefined
  const contact = findContact(contacts, personId)
  return {
    externalId: found.id,
    conversationExternalId: buildConversationId(phoneNumberId, personId),
    participant: toPerson(personId, readText(contact?.profile?.name), readText(contact?.profile?.username)),
    direction,
    body: content.body,
    attachments: [...content.attachments, ...readReplyContext(found.context)],
    occurredAt: Number(found.timestamp) > 0 ? new Date(Number(found.timestamp) * 1000) : null,
  }
}

function findContact(contacts: unknown, personId: string): Body {
  const list: Body[] = Array.isArray(contacts) ? contacts : []
  return list.find(({ wa_id: waId, user_id: userId }) => waId === personId || userId === personId)
}

/** By the name of the type, which is also the name of the field with the content. */
const CONTENTS: Readonly<Record<string, (content: Body, message: Body) => Content>> = {
  text: ({ body }) => ({ body: readText(body), attachments: [] }),
  image: (content) => readFile('image', content),
  video: (content) => readFile('video', content),
  audio: (content) => readFile('audio', content),
  document: (content) => readFile('document', content),
  sticker: (content) => readFile('sticker', content),
  location: ({ latitude, longitude, name, address, url }) => ({
    body: null,
    attachments: [present({ type: 'location', latitude, longitude, name, address, url })],
  }),
  contacts: (people: Body) => ({
    body: null,
    attachments: (Array.isArray(people) ? people : []).map((contact: Body) => ({ type: 'contact', contact })),
  }),
  // Without an emoji the reaction was taken back.
  reaction: ({ emoji, message_id: messageId }) => ({
    body: readText(emoji),
    attachments: [present({ type: 'reaction', emoji, message_id: messageId })],
  }),
  button: ({ text, payload }) => ({ body: readText(text), attachments: [present({ type: 'button', text, payload })] }),
  interactive: readInteractive,
  order: ({ text, catalog_id: catalogId, product_items: items }) => ({
    body: readText(text),
    attachments: [present({ type: 'order', catalog_id: catalogId, product_items: items })],
  }),
  unsupported: readUnsupported,
  unknown: readUnsupported,
}

function readFile(type: string, file: Body): Content {
  const { id, mime_type: mime, sha256, filename, caption, voice, animated } = file
  const flags = { ...(voice === true && { voice }), ...(animated === true && { animated }) }
  return { body: readText(caption), attachments: [present({ type, id, mime, sha256, filename, caption, ...flags })] }
}

/** The answer to a list, to buttons or to a flow. */
function readInteractive({ type, ...replies }: Body): Content {
  const reply = replies[type] ?? {}
  const { id, title, description, name, body, response_json: response } = reply
  return {
    body: readText(title ?? body),
    attachments: [present({ type: 'interactive', reply: type, id, title, description, name, response_json: response })],
  }
}

function readUnsupported(_: Body, { errors }: Body): Content {
  const [error] = Array.isArray(errors) ? errors : []
  const message = error?.error_data?.details ?? error?.message ?? error?.title
  const code = error?.code === undefined ? undefined : String(error.code)
  return { body: null, attachments: [present({ type: 'unsupported', code, message })] }
}

/** The message that this one answers. */
function readReplyContext(context: Body): Attachment[] {
  return typeof context?.id === 'string' ? [{ type: 'reply_to', message_id: context.id }] : []
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Without the fields that the platform left out. */
function present(fields: Readonly<Record<string, unknown>>): Attachment {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}
