import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export interface NewSecret {
  readonly key: string
  readonly prefix: string
  readonly hash: Buffer
}

/** Creates `qk_live_` + 32 random bytes in base62 + a checksum, so that a mistyped key is refused without a query. */
export function newSecret(mode: Mode): NewSecret {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)
  const key = `qk_${mode}_${body}${checksum(body)}`
  return { key, prefix: key.slice(0, 16), hash: sha256(key) }
}

export function isWellFormed(key: string): boolean {
  const body = /^qk_(?:live|test)_([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/.exec(key)?.[1]
  return body !== undefined && key.endsWith(checksum(body))
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), 6)
}

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? '') + text
  return text.padStart(length, '0')
}
