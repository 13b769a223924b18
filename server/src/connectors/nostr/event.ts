import { schnorr } from '@noble/curves/secp256k1.js'
import type { Static } from 'typebox'
import { Type } from '../../kit/declare/type.ts'
import { sha256Hex } from '../../kit/hash.ts'
import type { GrantCall } from '../session.ts'

const Hex32 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const signedFields = {
  pubkey: Hex32,
  created_at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  kind: Type.Integer({ minimum: 0, maximum: 65_535 }),
  tags: Type.Unsafe<readonly (readonly string[])[]>(Type.Array(Type.Array(Type.String()))),
  content: Type.String(),
}

/** The signed content of an event (NIP-01). A rumor (NIP-59) stays in this form: it has an id and no signature. */
export type UnsignedEvent = Readonly<Static<typeof UnsignedEvent>>
export const UnsignedEvent = Type.Object(signedFields)

/** An event that has the right form. `isGenuine` checks its id and its signature. */
export type NostrEvent = Readonly<Static<typeof NostrEvent>>
export const NostrEvent = Type.Object({ ...signedFields, id: Hex32, sig: Type.String({ pattern: '^[0-9a-f]{128}$' }) })

/** The key of the account, and its access to the network. */
export interface Signer {
  readonly call: Pick<GrantCall, 'http' | 'socket' | 'now' | 'report'>
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

/** Returns undefined for a key outside the range of the curve. */
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

/** BIP-340 without extra randomness: the same event has the same bytes, so relays recognize a repeat. */
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

/** Checks that the id is that of the content and the signature is the author's. This takes some milliseconds of processor time. */
export function isGenuine(event: NostrEvent): boolean {
  if (computeEventId(event) !== event.id) return false
  try {
    return schnorr.verify(decodeHex(event.sig), decodeHex(event.id), decodeHex(event.pubkey))
  } catch {
    return false
  }
}

const decodeHex = (text: string) => Buffer.from(text, 'hex')

export function isHex32(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
}

/** Lists the first value of every tag with this name. */
export function listTagValues({ tags }: Pick<UnsignedEvent, 'tags'>, name: string): string[] {
  return tags.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
}

export const toUnixSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Returns the date of an event, at most now: authors choose any date. */
export function readEventDate({ created_at }: Pick<UnsignedEvent, 'created_at'>, now: Date): Date {
  return new Date(Math.min(created_at * 1000, now.getTime()))
}
