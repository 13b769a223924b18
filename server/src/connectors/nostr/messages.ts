import { createYielder } from '../../kit/cooperative.ts'
import type { InboxItem, Messages, OutgoingMessage, Person, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { toStorable } from '../storable-value.ts'
import {
  createSigner,
  isHex32,
  KIND,
  type NostrEvent,
  readEventDate,
  type Signer,
  tagValues,
  toUnixSeconds,
} from './event.ts'
import { createRumor, type Rumor, TWO_DAYS_SECONDS, unwrap, wrap } from './gift-wrap.ts'
import { limits } from './platform.ts'
import { readPeople } from './profiles.ts'
import { broadcast, collect, type KnownRelay, listRelays, listRelayUrls, newest, relaysIn } from './relays.ts'
import { readNew } from './scan.ts'

/** Gift wraps are dated up to two days before they are sent, so those of the last two days may be new. */
const LATE_SECONDS = TWO_DAYS_SECONDS + 3600

/** Direct messages between two people (NIP-17). What is sent is the same event at every repeat, so it arrives once. */
export const messages: Messages = {
  async list(session, since) {
    const signer = createSigner(session)
    const filter = { kinds: [KIND.giftWrap], '#p': [signer.publicKey] }
    const scan = { relays: listInboxRelays(session), filter, lateSeconds: LATE_SECONDS }
    const { events, ...rest } = await readNew(session, scan, since)
    const found = await openAll(signer, events)
    const getPerson = await readPeople(
      signer,
      listRelayUrls(session),
      found.map(({ other }) => other),
    )
    return { ...rest, items: found.map(({ rumor, other }) => readMessage(session, rumor, getPerson(other))) }
  },
  send: deliver,
  /** Asks by sending it again: a relay that has it says so, and one that lacks it gets it. */
  find: deliver,
}

/** The relays that people were told to write to, and those of the account. */
function listInboxRelays(session: Session): KnownRelay[] {
  const own = listRelays(session)
  const listed = (session.entity.metadata['inbox_relays'] ?? []) as readonly string[]
  const more = listed.filter((url) => own.every((relay) => relay.url !== url))
  return [...own, ...more.map((url) => ({ url, limitation: {} }))]
}

async function openAll(signer: Signer, events: readonly NostrEvent[]): Promise<{ rumor: Rumor; other: string }[]> {
  const found = new Map<string, { rumor: Rumor; other: string }>()
  const yielder = createYielder()
  for (const event of events) {
    const rumor = unwrap(signer, event)
    const other = rumor && findOtherParticipant(rumor, signer.publicKey)
    if (rumor && other !== undefined) found.set(rumor.id, { rumor: toStorable(rumor), other })
    if (yielder.isDue()) await yielder.yield()
  }
  return [...found.values()].toSorted((a, b) => a.rumor.created_at - b.rumor.created_at)
}

/** Undefined for a room of more than two people, and for what is neither a text nor a file. */
function findOtherParticipant(rumor: Rumor, ownKey: string): string | undefined {
  if (rumor.kind !== KIND.message && rumor.kind !== KIND.file) return undefined
  const others = new Set([rumor.pubkey, ...tagValues(rumor, 'p')].filter((one) => one !== ownKey))
  const [other] = others
  return others.size === 1 && isHex32(other) ? other : undefined
}

function readMessage(session: Session, rumor: Rumor, participant: Person): InboxItem {
  const isOwn = rumor.pubkey === session.identity.externalId
  const isFile = rumor.kind === KIND.file
  const mime = tagValues(rumor, 'file-type')[0]
  const [handle] = isOwn ? tagValues(rumor, 'handle') : []
  return {
    kind: 'message',
    externalId: rumor.id,
    conversationExternalId: participant.externalId,
    participant,
    direction: isOwn ? 'outbound' : 'inbound',
    body: isFile ? null : rumor.content,
    // The file is encrypted with a key that only the message has, and is not opened here.
    attachments: isFile ? [{ type: mime?.split('/')[0] ?? 'file', url: rumor.content, mime: mime ?? null }] : [],
    occurredAt: readEventDate(rumor, session.now()),
    ...(handle !== undefined && { handle }),
  }
}

async function deliver(session: Session, message: OutgoingMessage): Promise<SentMessage> {
  const { conversationExternalId: recipient, body, handle, writtenAt } = message
  const signer = createSigner(session)
  if (!isHex32(recipient))
    throw new PlatformError('invalid', 'The conversation has no public key to write to.', { rule: 'nostr.key.invalid' })
  if (measureLength(body, 'bytes') > limits.text.max)
    throw new PlatformError('invalid', `The text has more than ${limits.text.max} bytes.`, {
      rule: 'nostr.text.max_bytes',
      remediation: 'Shorten the text.',
    })
  const inbox = await findInbox(session, recipient)
  const rumor = createRumor({
    pubkey: signer.publicKey,
    created_at: toUnixSeconds(writtenAt ?? session.now()),
    kind: KIND.message,
    // Two messages of the same text in the same second are two, and ours is known again by its handle.
    tags: [
      ['p', recipient],
      ['handle', handle],
    ],
    content: body.toWellFormed(),
  })
  await broadcast(signer, inbox, wrap(signer, rumor, recipient))
  await keepCopy(session, signer, rumor)
  return { externalId: rumor.id, status: 'sent' }
}

/** NIP-17: messages go only to the relays that a person has named for them; without such a list a person cannot be written to. */
async function findInbox(session: Session, recipient: string): Promise<KnownRelay[]> {
  const lists = await collect(createSigner(session), listRelayUrls(session), {
    kinds: [KIND.inboxRelays],
    authors: [recipient],
  })
  const urls = relaysIn(newest(lists, KIND.inboxRelays))
  if (urls.length > 0) return urls.map((url) => ({ url, limitation: {} }))
  throw new PlatformError('invalid', 'The person has published no relays for direct messages (kind 10050).', {
    rule: 'nostr.recipient.no_inbox',
    remediation: 'The person must publish them with a Nostr app; none of the relays of this account has them.',
  })
}

/** For the person's other apps. The message is delivered without it. */
async function keepCopy(session: Session, signer: Signer, rumor: Rumor): Promise<void> {
  try {
    await broadcast(signer, listInboxRelays(session), wrap(signer, rumor, signer.publicKey))
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
  }
}
