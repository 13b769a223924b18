import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256Hex } from '../../kit/hash.ts'
import type { GrantCall } from '../session.ts'

/** What is signed, by NIP-01. A rumor (NIP-59) stays in this form: it has an id and no signature. */
export interface UnsignedEvent {
  readonly pubkey: string
  readonly created_at: number
  readonly kind: number
  readonly tags: readonly (readonly string[])[]
  readonly content: string
}

export interface NostrEvent extends UnsignedEvent {
  readonly id: string
  readonly sig: string
}

/** The key of the account, and its way to the network. */
export interface Signer {
  readonly call: Pick<GrantCall, 'http' | 'socket' | 'now'>
  readonly privateKey: Buffer
  readonly publicKey: string
}

export const KIND = {
  profile: 0,
  note: 1,
  deletion: 5,
  repost: 6,
  reaction: 7,
  seal: 13,
  message: 14,
  file: 15,
  giftWrap: 1059,
  inboxRelays: 10_050,
  mediaServers: 10_063,
  relayAuth: 22_242,
  mediaAuth: 24_242,
} as const

export function createSigner(call: GrantCall): Signer {
  return { call, privateKey: Buffer.from(call.tokens.access, 'hex'), publicKey: call.identity.externalId }
}

/** Undefined for a key that is out of the range of the curve. */
export function derivePublicKey(privateKey: Uint8Array): string | undefined {
  try {
    return Buffer.from(schnorr.getPublicKey(privateKey)).toString('hex')
  } catch {
    return undefined
  }
}

export function computeEventId({ pubkey, created_at, kind, tags, content }: UnsignedEvent): string {
  return sha256Hex(JSON.stringify([0, pubkey, created_at, kind, tags, content]))
}

/** BIP-340 without extra randomness: the same event has the same bytes, so a repeat is recognised as one. */
const NO_RANDOMNESS = new Uint8Array(32)

export function sign(
  { privateKey, publicKey }: Pick<Signer, 'privateKey' | 'publicKey'>,
  event: Omit<UnsignedEvent, 'pubkey'>,
): NostrEvent {
  const { created_at, kind, tags, content } = event
  const unsigned = { pubkey: publicKey, created_at, kind, tags, content }
  const id = computeEventId(unsigned)
  const sig = Buffer.from(schnorr.sign(Buffer.from(id, 'hex'), privateKey, NO_RANDOMNESS)).toString('hex')
  return { id, ...unsigned, sig }
}

/** Whether the id belongs to the content and the signature to the author. It takes some milliseconds of processor time. */
export function isGenuine(event: NostrEvent): boolean {
  if (computeEventId(event) !== event.id) return false
  try {
    const [sig, id, pubkey] = [event.sig, event.id, event.pubkey].map((hex) => Buffer.from(hex, 'hex'))
    return schnorr.verify(sig as Buffer, id as Buffer, pubkey as Buffer)
  } catch {
    return false
  }
}

export function isHex32(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

/** The form of an event without its signature; whether it is true is for `isGenuine`. */
export function isUnsignedEvent(value: unknown): value is UnsignedEvent {
  if (typeof value !== 'object' || value === null) return false
  const { pubkey, created_at, kind, tags, content } = value as Record<string, unknown>
  return (
    isHex32(pubkey) &&
    Number.isSafeInteger(created_at) &&
    (created_at as number) >= 0 &&
    Number.isSafeInteger(kind) &&
    typeof content === 'string' &&
    Array.isArray(tags) &&
    tags.every((tag) => Array.isArray(tag) && tag.every((part) => typeof part === 'string'))
  )
}

export function isEvent(value: unknown): value is NostrEvent {
  if (!isUnsignedEvent(value)) return false
  const { id, sig } = value as Partial<NostrEvent>
  return isHex32(id) && typeof sig === 'string' && /^[0-9a-f]{128}$/.test(sig)
}

/** The first values of all tags with this name. */
export function tagValues({ tags }: Pick<UnsignedEvent, 'tags'>, name: string): string[] {
  return tags.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
}

export const toUnixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Authors date what they write as they like: never later than now. */
export function readEventDate({ created_at }: Pick<UnsignedEvent, 'created_at'>, now: Date): Date {
  return new Date(Math.min(created_at * 1000, now.getTime()))
}
