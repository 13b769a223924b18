import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Problem, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { createSigner, isHex32, KIND, type NostrEvent, sign, toUnixSeconds } from './event.ts'
import { encodeNevent } from './keys.ts'
import { upload } from './media.ts'
import { buildNote, type UploadedMedium } from './note.ts'
import { limits, type Options } from './platform.ts'
import { type Limitation, readLimitation } from './relay-information.ts'
import { broadcast, collect, listRelays, listRelayUrls } from './relays.ts'

interface PreparedState {
  readonly uploads: readonly UploadedMedium[]
  /** Signed before anything is sent: sending it again, to any relay, creates no second note. */
  readonly event: NostrEvent
}

export const publish: Publishing<Options, PreparedState> = {
  // The id is computed from the content: relays store an event once.
  handleSeconds: 10 * 365 * 86_400,

  async prepare(session, attempt, before) {
    if (before) return { prepared: before }
    const uploads: UploadedMedium[] = []
    for (const medium of attempt.draft.media) uploads.push(await upload(session, medium))
    return { prepared: { uploads, event: buildNote(createSigner(session), attempt, uploads) } }
  },

  async mutate(session, { prepared }) {
    const { event } = prepared
    await broadcast(createSigner(session), listRelays(session), event)
    return buildPublished(session, event.id)
  },

  /** When only some relays respond, a note that they lack may be sent again: it is the same event. */
  async find(session, { prepared }) {
    const { id } = prepared.event
    const urls = listRelayUrls(session)
    const [found] = await collect(createSigner(session), urls, [{ ids: [id] }], { isStrict: true })
    return found ? { state: 'published', post: buildPublished(session, id) } : { state: 'absent' }
  },

  unpublish: (session, externalId) => requestDeletion(session, externalId),
}

/** Asks relays and apps to delete the note (NIP-09); the network cannot be forced to. */
export async function requestDeletion(session: Session, id: string): Promise<void> {
  if (!isHex32(id)) return
  const tags = [
    ['e', id],
    ['k', String(KIND.note)],
  ]
  const event = { kind: KIND.deletion, created_at: toUnixSeconds(session.now()), tags, content: '' }
  await broadcast(createSigner(session), listRelays(session), sign(createSigner(session), event))
}

function buildPublished(session: Session, id: string): PublishedPost {
  const author = session.identity.externalId
  const name = encodeNevent({ id, author, relay: listRelayUrls(session)[0] })
  return { externalId: id, externalUrl: `https://njump.me/${name}` }
}

/** Size of a note without its text: ids, signature and a few tags. Each medium adds its address twice. */
const EVENT_BYTES = 600
const MEDIUM_CHARACTERS = 200

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const problems: Problem[] = checkLimits('nostr', limits, draft)
  const relays = (metadata['relays'] ?? []) as readonly { readonly limitation?: unknown }[]
  const limitations = relays.map(({ limitation }) => readLimitation(limitation))
  if (problems.length === 0 && limitations.length > 0 && !limitations.some((one) => isShortEnough(draft, one)))
    problems.push({
      rule: 'nostr.text.relay_max',
      path: ['content'],
      message: 'The text is too long for every relay of the account.',
      remediation: 'Shorten the text, or connect the account with other relays.',
    })
  const hasServers = !Array.isArray(metadata['media_servers']) || metadata['media_servers'].length > 0
  if (draft.media.length > 0 && !hasServers)
    problems.push({
      rule: 'nostr.media.no_server',
      path: ['media_ids'],
      message: 'The account has no media server, and a note can only name addresses of media.',
      remediation: 'Connect the account again with media_server, or publish a list of Blossom servers (kind 10063).',
    })
  const altTexts = draft.options.alt_texts ?? []
  if (altTexts.length > draft.media.length)
    problems.push({
      rule: 'nostr.alt_texts.max_count',
      path: ['options', 'alt_texts'],
      message: `There are ${altTexts.length} alternative texts for ${draft.media.length} media.`,
      remediation: 'Give one text for each medium, in the same order.',
    })
  return problems
}

function isShortEnough(
  { text, media }: Parameters<Connector<Options>['validate']>[0],
  limitation: Limitation,
): boolean {
  const { max_content_length: characters, max_message_length: bytes } = limitation
  const fits =
    characters === undefined || measureLength(text, 'characters') + media.length * MEDIUM_CHARACTERS <= characters
  const size = Buffer.byteLength(JSON.stringify(text)) + EVENT_BYTES + 2 * media.length * MEDIUM_CHARACTERS
  return fits && (bytes === undefined || size <= bytes)
}
