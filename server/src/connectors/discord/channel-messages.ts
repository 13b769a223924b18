import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { buildFilename } from '../api/multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { User } from './auth.ts'
import { createBot, request, Snowflake } from './client.ts'

export const PAGE_SIZE = 100
const PAGES_MAX = 5
/** The most that Discord's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000
/** 2015: the first moment of Discord's ids. */
const EPOCH_MS = 1_420_070_400_000n

export type Message = Static<typeof Message>
export const Message = Type.Object({
  id: Snowflake,
  type: Type.Integer(),
  author: User,
  webhook_id: Maybe(Type.String()),
  content: Type.String(),
  attachments: Type.Array(
    Type.Object({
      id: Snowflake,
      filename: Maybe(Type.String()),
      content_type: Maybe(Type.String()),
      size: Type.Integer(),
      url: Type.String(),
    }),
  ),
  embeds: Type.Array(Type.Object({ type: Type.String() })),
  timestamp: Type.String(),
})

const Messages = Type.Array(Message)
const CreatedMessage = Type.Object({ id: Snowflake })

export interface Content {
  readonly text: string
  readonly media: readonly ReadableMedia[]
  readonly altTexts?: readonly string[]
  /** More fields of the message: embeds, flags, allowed mentions. */
  readonly fields?: { readonly [name: string]: Json }
}

const buildMessagesPath = (channelId: string) => `/channels/${encodeURIComponent(channelId)}/messages`
export const buildMessagePath = (channelId: string, id: string) =>
  `${buildMessagesPath(channelId)}/${encodeURIComponent(id)}`

/** Creates a message and returns its id. For some minutes a repeat of the nonce returns the first message. */
export async function createMessage(
  session: Session,
  channelId: string,
  handle: string,
  { text, media, altTexts = [], fields = {} }: Content,
): Promise<string> {
  const files = media.map((medium, index) => ({
    name: `files[${index}]`,
    filename: buildFilename(medium, `media${index + 1}`),
    medium,
  }))
  const attachments = files.map(({ filename, medium }, index) => {
    const description = altTexts[index] ?? medium.altText
    return { id: String(index), filename, ...(description && { description: description.slice(0, 1024) }) }
  })
  const body: Json = {
    ...(text !== '' && { content: text }),
    ...(attachments.length > 0 && { attachments }),
    ...fields,
    nonce: deriveNonce(handle),
    enforce_nonce: true,
  }
  const { id } = await request(createBot(session), 'POST', buildMessagesPath(channelId), {
    schema: CreatedMessage,
    body,
    files,
    mutates: true,
  })
  return id
}

/** A nonce has at most 25 characters. */
function deriveNonce(handle: string): string {
  return createHash('sha256').update(handle).digest('base64url').slice(0, 24)
}

/** Lists up to `PAGE_SIZE` messages after an id, oldest first. */
export async function listAfter(session: Session, channelId: string, after: string): Promise<Message[]> {
  const path = `${buildMessagesPath(channelId)}?limit=${PAGE_SIZE}&after=${encodeURIComponent(after)}`
  const found = await request(createBot(session), 'GET', path, { schema: Messages })
  return found.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** Lists the newest messages, oldest first. */
export async function listNewest(session: Session, channelId: string, limit: number): Promise<Message[]> {
  const path = `${buildMessagesPath(channelId)}?limit=${limit}`
  return (await request(createBot(session), 'GET', path, { schema: Messages })).toReversed()
}

/**
 * Finds a message of the bot with this content in the channel from the intent on, because Discord does not show the nonce later.
 * Returns the id of the oldest match that is not another post; undefined when there is none. A message of another shape fails the
 * search: it may be the one, and a post taken for absent is sent again.
 */
export async function findOwn(
  session: Session,
  channelId: string,
  content: Pick<Content, 'text' | 'media'> & { readonly embeds?: number },
  { intentAt, isOther }: { intentAt: Date; isOther: (id: string) => Promise<boolean> },
): Promise<string | undefined> {
  let after = toFirstId(new Date(intentAt.getTime() - CLOCK_SKEW_MS))
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = await listAfter(session, channelId, after)
    for (const message of found)
      if (
        message.author.id === session.identity.externalId &&
        hasContent(message, content) &&
        !(await isOther(message.id))
      )
        return message.id
    const last = found.at(-1)
    if (!last || found.length < PAGE_SIZE) return undefined
    after = last.id
  }
  throw new PlatformError('unavailable', 'The channel has too many newer messages to look through.')
}

function hasContent(message: Message, { text, media, embeds = 0 }: Parameters<typeof findOwn>[2]): boolean {
  return (
    message.content.trim() === text.trim() &&
    message.attachments.map(({ size }) => size).join() === media.map(({ bytes }) => bytes).join() &&
    message.embeds.filter(({ type }) => type === 'rich').length >= embeds
  )
}

/** Returns the smallest id of a moment: ids begin with their time. */
function toFirstId(moment: Date): string {
  const ms = BigInt(moment.getTime()) - EPOCH_MS
  return String((ms > 0n ? ms : 0n) << 22n)
}
