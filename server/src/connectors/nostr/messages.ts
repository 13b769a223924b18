import { createYielder } from '../../kit/cooperative.ts'
import { toStorable } from '../api/storable-value.ts'
import type { InboxItem, Messages, OutgoingMessage, Person, SentMessage } from '../inbox.ts'
import { measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import {
  createSigner,
  isHex32,
  KIND,
  listTagValues,
  type NostrEvent,
  readEventDate,
  type Signer,
  toUnixSeconds,
} from './event.ts'
import { createRumor, type Rumor, TWO_DAYS_SECONDS, unwrap, wrap } from './gift-wrap.ts'
import { limits } from './platform.ts'
import { readPeople } from './profiles.ts'
import { broadcast, collect, findNewest, type KnownRelay, listRelays, listRelaysIn, listRelayUrls } from './relays.ts'
import { readNew } from './scan.ts'

/** Gift wraps are dated up to two days before they are sent, so those of the last two days may be new. */
const LATE_SECONDS = TWO_DAYS_SECONDS + 3600

/** Direct messages between two people (NIP-17). Every repeat sends the same event, so a message arrives once. */
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
  /** Sends the message again: a relay that has it says so, and a relay that lacks it stores it. */
  find: deliver,
}

/** Lists the relays to which people send messages, and those of the account. */
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

/** Returns undefined for a room of more than two people, and for a rumor that is neither a text nor a file. */
function findOtherParticipant(rumor: Rumor, ownKey: string): string | undefined {
  if (rumor.kind !== KIND.message && rumor.kind !== KIND.file) return undefined
  const others = new Set([rumor.pubkey, ...listTagValues(rumor, 'p')].filter((key) => key !== ownKey))
  const [other] = others
  return others.size === 1 && isHex32(other) ? other : undefined
}

function readMessage(session: Session, rumor: Rumor, participant: Person): InboxItem {
  const isOwn = rumor.pubkey === session.identity.externalId
  const isFile = rumor.kind === KIND.file
  const mime = listTagValues(rumor, 'file-type')[0]
  const [handle] = isOwn ? listTagValues(rumor, 'handle') : []
  return {
    kind: 'message',
    externalId: rumor.id,
    conversationExternalId: participant.externalId,
    participant,
    direction: isOwn ? 'outbound' : 'inbound',
    body: isFile ? null : rumor.content,
    // The file is encrypted with a key that is only in the message, and is not decrypted here.
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
    // The handle keeps two messages with the same text in the same second apart, and identifies ours.
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

/** Finds the relays that a person has named for messages: NIP-17 allows no others. */
async function findInbox(session: Session, recipient: string): Promise<KnownRelay[]> {
  const lists = await collect(createSigner(session), listRelayUrls(session), [
    { kinds: [KIND.inboxRelays], authors: [recipient] },
  ])
  const urls = listRelaysIn(findNewest(lists, KIND.inboxRelays))
  if (urls.length > 0) return urls.map((url) => ({ url, limitation: {} }))
  throw new PlatformError('invalid', 'The person has published no relays for direct messages (kind 10050).', {
    rule: 'nostr.recipient.no_inbox',
    remediation: 'The person must publish them with a Nostr app; none of the relays of this account has them.',
  })
}

/** Stores a copy for the person's other apps. The message is delivered even if this fails. */
async function keepCopy(session: Session, signer: Signer, rumor: Rumor): Promise<void> {
  try {
    await broadcast(signer, listInboxRelays(session), wrap(signer, rumor, signer.publicKey))
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
  }
}
