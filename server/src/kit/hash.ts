import { createHash, hash } from 'node:crypto'

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Hashes a text in one call, as hexadecimal, for many small texts. */
export function sha256Hex(text: string): string {
  return hash('sha256', text)
}
