import { bech32 } from '@scure/base'
import { PlatformError } from '../platform-error.ts'
import { isHex32 } from './event.ts'

/** The names of NIP-19 can be longer than bech32 was made for. */
const LENGTH_MAX = 2000

/** Reads a private key as people enter it. */
export function readPrivateKey(entered: string): Buffer {
  const text = entered.trim().toLowerCase()
  const hex = text.startsWith('nsec1') ? decode(text)?.data.toString('hex') : text
  if (isHex32(hex)) return Buffer.from(hex, 'hex')
  throw new PlatformError('invalid', 'This is not a private key of Nostr, or it was mistyped.', {
    rule: 'nostr.key.invalid',
    remediation: 'Enter the key that starts with nsec1, or its 64 hexadecimal digits. An npub is the public key.',
  })
}

export function encodeNpub(publicKey: string): string {
  return bech32.encode('npub', bech32.toWords(Buffer.from(publicKey, 'hex')))
}

const field = (type: number, value: Buffer) => Buffer.concat([Buffer.from([type, value.length]), value])

/** Writes the name of a note with its author and a relay that has it (NIP-19). */
export function encodeNevent({ id, author, relay }: { id: string; author: string; relay: string | undefined }): string {
  const address = Buffer.from(relay ?? '', 'ascii')
  const hint = address.length > 0 && address.length < 256 ? [field(1, address)] : []
  const data = Buffer.concat([field(0, Buffer.from(id, 'hex')), ...hint, field(2, Buffer.from(author, 'hex'))])
  return bech32.encode('nevent', bech32.toWords(data), LENGTH_MAX)
}

/** Returns the person or note that a `nostr:` link names; undefined when it names something else, or is mistyped. */
export function readLink(name: string): { kind: 'person' | 'note'; id: string } | undefined {
  const decoded = decode(name)
  if (!decoded) return undefined
  const { prefix, data } = decoded
  const isPlain = prefix === 'npub' || prefix === 'note'
  if (!isPlain && prefix !== 'nprofile' && prefix !== 'nevent') return undefined
  const id = (isPlain ? data : findField(data, 0))?.toString('hex')
  return isHex32(id) ? { kind: prefix.startsWith('np') ? 'person' : 'note', id } : undefined
}

function findField(data: Buffer, type: number): Buffer | undefined {
  for (let at = 0; at + 1 < data.length; ) {
    const length = data[at + 1] ?? 0
    if (data[at] === type) return data.subarray(at + 2, at + 2 + length)
    at += 2 + length
  }
  return undefined
}

function decode(text: string): { prefix: string; data: Buffer } | undefined {
  const decoded = bech32.decodeUnsafe(text, LENGTH_MAX)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  return bytes ? { prefix: decoded.prefix, data: Buffer.from(bytes) } : undefined
}
