import { createHash } from 'node:crypto'
import { buildFilename } from '../multipart.ts'
import { PlatformError } from '../platform-error.ts'
import type { ReadableMedia } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { type Body, createBot, request } from './client.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 5
/** How far Discord's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000
/** 2015: the first moment of Discord's ids. */
const EPOCH_MS = 1_420_070_400_000n

export interface Content {
  readonly text: string
  readonly media: readonly ReadableMedia[]
  readonly altTexts?: readonly string[]
  /** What else the message has: embeds, flags, whom it mentions. */
  readonly more?: { readonly [name: string]: Json }
}

const buildMessagesPath = (channelId: string) => `/channels/${encodeURIComponent(channelId)}/messages`
export const messagePath = (channelId: string, id: string) =>
  `${buildMessagesPath(channelId)}/${encodeURIComponent(id)}`

/** Discord answers a repeat of the nonce with the first message, for some minutes. */
export function createMessage(session: Session, channelId: string, handle: string, content: Content): Promise<Body> {
  const { text, media, altTexts = [], more = {} } = content
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
    ...more,
    nonce: deriveNonce(handle),
    enforce_nonce: true,
  }
  return request(createBot(session), 'POST', buildMessagesPath(channelId), { body, files, mutates: true })
}

/** 25 characters at most. */
function deriveNonce(handle: string): string {
  return createHash('sha256').update(handle).digest('base64url').slice(0, 24)
}

/** Messages after an id, oldest first. */
export async function listAfter(session: Session, channelId: string, after: string): Promise<Body[]> {
  const query = `?limit=${PAGE_SIZE}&after=${encodeURIComponent(after)}`
  const found: Body[] = (await request(createBot(session), 'GET', `${buildMessagesPath(channelId)}${query}`)) ?? []
  return found.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

export async function listNewest(session: Session, channelId: string, limit: number): Promise<Body[]> {
  const found: Body[] =
    (await request(createBot(session), 'GET', `${buildMessagesPath(channelId)}?limit=${limit}`)) ?? []
  return found.toReversed()
}

/**
 * Looks through the channel from the intent on for a message of the bot with this content: the nonce is not shown later. The
 * oldest that fits and is no other's; undefined when there is none.
 */
export async function findOwn(
  session: Session,
  channelId: string,
  { text, media, embeds = 0 }: Content & { readonly embeds?: number },
  { intentAt, isOther }: { intentAt: Date; isOther: (id: string) => Promise<boolean> },
): Promise<Body> {
  let after = idAt(new Date(intentAt.getTime() - CLOCK_SKEW_MS))
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = await listAfter(session, channelId, after)
    for (const message of found)
      if (isSame(message, session.identity.externalId, { text, media }, embeds) && !(await isOther(message.id)))
        return message
    if (found.length < PAGE_SIZE) return undefined
    after = found.at(-1).id
  }
  throw new PlatformError('unavailable', 'The channel has too many newer messages to look through.')
}

function isSame(message: Body, botId: string, { text, media }: Content, embeds: number): boolean {
  const shown: Body[] = message.attachments ?? []
  const rich = (message.embeds ?? []).filter(({ type }: Body) => type === 'rich').length
  return (
    message.author?.id === botId &&
    String(message.content).trim() === text.trim() &&
    shown.map(({ size }) => size).join() === media.map(({ bytes }) => bytes).join() &&
    rich >= embeds
  )
}

/** The smallest id of a moment: ids begin with their time. */
function idAt(moment: Date): string {
  const ms = BigInt(moment.getTime()) - EPOCH_MS
  return String((ms > 0n ? ms : 0n) << 22n)
}
