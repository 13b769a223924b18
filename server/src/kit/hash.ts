import { createHash, hash } from 'node:crypto'

export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

/** For many small texts: in one call, as hexadecimal. */
export function sha256Hex(text: string): string {
  return hash('sha256', text)
}
