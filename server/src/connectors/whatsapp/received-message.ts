import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { tryRead } from '../api/response.ts'
import type { FoundMessage } from '../inbox.ts'
import { buildConversationId, toPerson } from './conversation-ids.ts'

const Message = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.String(),
  from: Maybe(Type.String()),
  from_user_id: Maybe(Type.String()),
  to: Maybe(Type.String()),
  to_user_id: Maybe(Type.String()),
  timestamp: Type.Optional(Type.Unknown()),
})

/** Fields that are checked where they are used: a message is pushed once, so a field of another type must not lose the message. */
type Fields = Static<typeof Fields>
const Fields = Type.Record(Type.String(), Type.Unknown())

interface MessageOrigin {
  readonly direction: FoundMessage['direction']
  readonly phoneNumberId: string
  /** The people in the push, with their names. */
  readonly contacts: unknown
}

type Attachment = Fields
interface Content {
  readonly body: string | null
  readonly attachments: readonly Attachment[]
}

/** Returns undefined for anything but a message of a person: system notes, messages of groups, unknown kinds. */
export function readMessage(value: unknown, origin: MessageOrigin): FoundMessage | undefined {
  const { direction, phoneNumberId, contacts } = origin
  const message = tryRead(Message, value)
  if (!message) return undefined
  const fields = readFields(value)
  const content = CONTENTS[message.type]?.(readFields(fields[message.type]), fields)
  const personId = direction === 'inbound' ? (message.from ?? message.from_user_id) : (message.to ?? message.to_user_id)
  if (!content || typeof personId !== 'string' || fields['group_id']) return undefined
  const profile = findProfile(contacts, personId)
  return {
    externalId: message.id,
    conversationExternalId: buildConversationId(phoneNumberId, personId),
    participant: toPerson(personId, readText(profile['name']), readText(profile['username'])),
    direction,
    body: content.body,
    attachments: [...content.attachments, ...readReplyContext(fields)],
    occurredAt: readUnixSeconds(message.timestamp),
  }
}

function findProfile(contacts: unknown, personId: string): Fields {
  const contact = toArray(contacts)
    .map(readFields)
    .find(({ wa_id: waId, user_id: userId }) => waId === personId || userId === personId)
  return readFields(contact?.['profile'])
}

/** Readers by type of message. The type is also the name of the field with the content. */
const CONTENTS: Readonly<Record<string, (content: Fields, message: Fields) => Content>> = {
  text: ({ body }) => ({ body: readText(body), attachments: [] }),
  image: (content) => readFile('image', content),
  video: (content) => readFile('video', content),
  audio: (content) => readFile('audio', content),
  document: (content) => readFile('document', content),
  sticker: (content) => readFile('sticker', content),
  location: ({ latitude, longitude, name, address, url }) => ({
    body: null,
    attachments: [dropAbsent({ type: 'location', latitude, longitude, name, address, url })],
  }),
  contacts: (_, { contacts }) => ({
    body: null,
    attachments: toArray(contacts).map((contact) => ({ type: 'contact', contact })),
  }),
  // A reaction without an emoji was withdrawn.
  reaction: ({ emoji, message_id }) => ({
    body: readText(emoji),
    attachments: [dropAbsent({ type: 'reaction', emoji, message_id })],
  }),
  button: ({ text, payload }) => ({
    body: readText(text),
    attachments: [dropAbsent({ type: 'button', text, payload })],
  }),
  interactive: readInteractive,
  order: ({ text, catalog_id, product_items }) => ({
    body: readText(text),
    attachments: [dropAbsent({ type: 'order', catalog_id, product_items })],
  }),
  unsupported: readUnsupported,
  unknown: readUnsupported,
}

function readFile(type: string, file: Fields): Content {
  const { id, mime_type: mime, sha256, filename, caption, voice, animated } = file
  const flags = { ...(voice === true && { voice }), ...(animated === true && { animated }) }
  return { body: readText(caption), attachments: [dropAbsent({ type, id, mime, sha256, filename, caption, ...flags })] }
}

/** Reads the answer to a list, to buttons or to a flow. */
function readInteractive(content: Fields): Content {
  const { type: reply } = content
  const { id, title, description, name, body, response_json } = readFields(content[String(reply)])
  return {
    body: readText(title ?? body),
    attachments: [dropAbsent({ type: 'interactive', reply, id, title, description, name, response_json })],
  }
}

function readUnsupported(_: Fields, { errors }: Fields): Content {
  return { body: null, attachments: [dropAbsent({ type: 'unsupported', ...readError(errors) })] }
}

/** Reads the message that this one answers. */
function readReplyContext({ context }: Fields): Attachment[] {
  const { id } = readFields(context)
  return typeof id === 'string' ? [{ type: 'reply_to', message_id: id }] : []
}

/** Reads the first error of a message or a status; undefined without one. */
export function readError(
  errors: unknown,
): { readonly code: string | null; readonly message: string | null } | undefined {
  const [error] = toArray(errors)
  if (typeof error !== 'object' || error === null) return undefined
  const { code, title, message, error_data: data } = readFields(error)
  return {
    code: typeof code === 'number' ? String(code) : readText(code),
    message: readText(readFields(data)['details']) ?? readText(message) ?? readText(title),
  }
}

export function readUnixSeconds(seconds: unknown): Date | null {
  return Number(seconds) > 0 ? new Date(Number(seconds) * 1000) : null
}

export function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readFields(value: unknown): Fields {
  return tryRead(Fields, value) ?? {}
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function dropAbsent(fields: Fields): Attachment {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}
