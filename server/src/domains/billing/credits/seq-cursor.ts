import type { Violation } from '../../../kit/declare/errors.ts'
import { foreignCursor } from '../../../kit/declare/page.ts'

/** Writes the cursor of a ledger page: the number of its last entry. */
export function writeSeqCursor(seq: number): string {
  return Buffer.from(String(seq), 'latin1').toString('base64url')
}

/** Returns undefined for an invalid cursor. */
export function readSeqCursor(cursor: string): number | undefined {
  const seq = Number(Buffer.from(cursor, 'base64url').toString('latin1'))
  return Number.isSafeInteger(seq) && seq > 0 ? seq : undefined
}

export function checkSeqCursor(cursor: string | undefined): Violation[] {
  return cursor === undefined || readSeqCursor(cursor) !== undefined ? [] : [foreignCursor()]
}
