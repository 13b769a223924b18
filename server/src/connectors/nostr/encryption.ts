import { createCipheriv, createECDH, createHmac, timingSafeEqual } from 'node:crypto'

/** NIP-44, version 2: ChaCha20 and HMAC-SHA256 with keys that two people share. */
const VERSION = 2
const PAYLOAD_MAX = 1_048_576
/** From this length on, the length is written in six bytes. */
const LONG_TEXT = 65_536

const hmac = (key: Uint8Array | string, ...parts: readonly Uint8Array[]) => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

/** Derives the same key for both people. Throws when the public key is not a point of the curve. */
export function conversationKey(privateKey: Buffer, publicKey: string): Buffer {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(privateKey)
  return hmac('nip44-v2', ecdh.computeSecret(Buffer.from(`02${publicKey}`, 'hex')))
}

/** `nonce` has 32 bytes and is never used for another text with the same key. */
export function encrypt(text: string, key: Buffer, nonce: Buffer): string {
  const { cipherKey, cipherNonce, macKey } = deriveMessageKeys(key, nonce)
  const ciphertext = chacha20(cipherKey, cipherNonce, pad(Buffer.from(text, 'utf8')))
  return Buffer.concat([Buffer.from([VERSION]), nonce, ciphertext, hmac(macKey, nonce, ciphertext)]).toString('base64')
}

/** Returns undefined for a payload that was encrypted with another key, or was changed since. */
export function decrypt(payload: string, key: Buffer): string | undefined {
  const hasValidLength = payload.length >= 132 && payload.length <= PAYLOAD_MAX
  if (!hasValidLength || payload.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(payload)) return undefined
  const data = Buffer.from(payload, 'base64')
  if (data.length < 99 || data[0] !== VERSION) return undefined
  const [nonce, ciphertext, mac] = [data.subarray(1, 33), data.subarray(33, -32), data.subarray(-32)]
  const { cipherKey, cipherNonce, macKey } = deriveMessageKeys(key, nonce)
  if (!timingSafeEqual(hmac(macKey, nonce, ciphertext), mac)) return undefined
  return unpad(chacha20(cipherKey, cipherNonce, ciphertext))
}

/** HKDF-Expand to 76 bytes. */
function deriveMessageKeys(key: Buffer, nonce: Uint8Array) {
  const first = hmac(key, nonce, Uint8Array.of(1))
  const second = hmac(key, first, nonce, Uint8Array.of(2))
  const keys = Buffer.concat([first, second, hmac(key, second, nonce, Uint8Array.of(3))])
  return { cipherKey: keys.subarray(0, 32), cipherNonce: keys.subarray(32, 44), macKey: keys.subarray(44, 76) }
}

/** OpenSSL takes the counter, which starts at 0, before the nonce. */
function chacha20(key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Buffer {
  return createCipheriv('chacha20', key, Buffer.concat([Buffer.alloc(4), nonce])).update(data)
}

/** Texts of similar length get the same length. */
function computePaddedLength(length: number): number {
  if (length <= 32) return 32
  const power = 2 ** (Math.floor(Math.log2(length - 1)) + 1)
  const chunk = power <= 256 ? 32 : power / 8
  return chunk * (Math.floor((length - 1) / chunk) + 1)
}

function pad(text: Buffer): Buffer {
  const isLong = text.length >= LONG_TEXT
  const prefix = Buffer.alloc(isLong ? 6 : 2)
  if (isLong) prefix.writeUInt32BE(text.length, 2)
  else prefix.writeUInt16BE(text.length)
  return Buffer.concat([prefix, text, Buffer.alloc(computePaddedLength(text.length) - text.length)])
}

function unpad(padded: Buffer): string | undefined {
  const short = padded.readUInt16BE(0)
  const [start, length] = short > 0 ? [2, short] : [6, padded.readUInt32BE(2)]
  const isValid = length >= (short > 0 ? 1 : LONG_TEXT) && padded.length === start + computePaddedLength(length)
  return isValid ? padded.subarray(start, start + length).toString('utf8') : undefined
}
