import { createHmac } from 'node:crypto'
import { tryRead } from '../api/response.ts'
import { conversationKey, decrypt, encrypt } from './encryption.ts'
import {
  computeEventId,
  derivePublicKey,
  isGenuine,
  KIND,
  listTagValues,
  NostrEvent,
  type Signer,
  sign,
  UnsignedEvent,
} from './event.ts'

export const TWO_DAYS_SECONDS = 172_800

export interface Rumor extends UnsignedEvent {
  readonly id: string
}

export function createRumor(event: UnsignedEvent): Rumor {
  return { id: computeEventId(event), ...event }
}

/**
 * Wraps a message for one person (NIP-59): a seal signed by its author, in an event signed with a key for one use. That key, the
 * nonces and the dates are derived from the account's key and the id of the message, so a repeat is the same event, which a relay
 * stores once. To others these values look random.
 */
export function wrap(signer: Signer, rumor: Rumor, recipient: string): NostrEvent {
  const secret = (purpose: string) =>
    createHmac('sha256', signer.privateKey)
      .update(JSON.stringify(['quoin gift wrap', purpose, rumor.id, recipient]))
      .digest()
  const dateFor = (purpose: string) => rumor.created_at - (secret(purpose).readUInt32BE() % TWO_DAYS_SECONDS)
  const toRecipient = conversationKey(signer.privateKey, recipient)
  const seal = sign(signer, {
    kind: KIND.seal,
    created_at: dateFor('date of seal'),
    tags: [],
    content: encrypt(JSON.stringify(rumor), toRecipient, secret('nonce of seal')),
  })
  const privateKey = secret('key')
  const once = { privateKey, publicKey: derivePublicKey(privateKey) as string }
  return sign(once, {
    kind: KIND.giftWrap,
    created_at: dateFor('date of wrap'),
    tags: [['p', recipient]],
    content: encrypt(JSON.stringify(seal), conversationKey(privateKey, recipient), secret('nonce of wrap')),
  })
}

/**
 * Returns the message in a gift wrap; undefined unless its seal is signed by the author that the message names, because anyone can
 * write any name into a message. Its id is computed here: the id in the wrap could be that of another message.
 */
export function unwrap(signer: Signer, { pubkey, content }: NostrEvent): Rumor | undefined {
  const seal = tryRead(NostrEvent, open(signer, pubkey, content))
  if (seal?.kind !== KIND.seal || !isGenuine(seal)) return undefined
  const rumor = tryRead(UnsignedEvent, open(signer, seal.pubkey, seal.content))
  if (rumor?.pubkey !== seal.pubkey) return undefined
  const { created_at, kind, tags, content: text } = rumor
  const found = createRumor({ pubkey: rumor.pubkey, created_at, kind, tags, content: text })
  const isForUs = found.pubkey === signer.publicKey || listTagValues(found, 'p').includes(signer.publicKey)
  return isForUs ? found : undefined
}

function open(signer: Signer, from: string, payload: string): unknown {
  try {
    return JSON.parse(decrypt(payload, conversationKey(signer.privateKey, from)) ?? 'null')
  } catch {
    // Not a point of the curve, or not JSON.
    return undefined
  }
}
