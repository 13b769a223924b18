import { createHash } from 'node:crypto'

/** Record keys of posts are TIDs: 53 bits of microseconds and 10 random bits, in a sortable base 32. */
const DIGITS = '234567abcdefghijklmnopqrstuvwxyz'
const TID = /^[234567abcdefghij][234567a-z]{12}$/

export function newTid(now: Date, random: Uint8Array): string {
  const bits = random.reduce((sum, byte) => (sum * 256n + BigInt(byte)) & 0xffffffffn, 0n)
  return encode(BigInt(now.getTime()) * 1000n + ((bits >> 10n) % 1000n), bits & 1023n)
}

/** Returns the same key for the same handle. A handle that is not a TID becomes one whose time in 2024 comes from its hash. */
export function toTid(handle: string): string {
  if (TID.test(handle)) return handle
  const hash = createHash('sha256').update(handle).digest()
  const year = 366n * 86_400_000_000n
  return encode(BigInt(Date.UTC(2024)) * 1000n + (hash.readBigUInt64BE(0) % year), hash.readBigUInt64BE(8) & 1023n)
}

function encode(micros: bigint, clock: bigint): string {
  let rest = (micros << 10n) | clock
  let text = ''
  for (let at = 0; at < 13; at++) {
    text = `${DIGITS[Number(rest & 31n)]}${text}`
    rest >>= 5n
  }
  return text
}
