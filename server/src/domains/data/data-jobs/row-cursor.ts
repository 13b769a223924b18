import type { Violation } from '../../../kit/declare/errors.ts'
import { foreignCursor } from '../../../kit/declare/page.ts'

/** Writes the cursor of a page of results: the number of its last row. */
export function writeRowCursor(row: number): string {
  return Buffer.from(`row ${row}`, 'latin1').toString('base64url')
}

/** Returns undefined for an invalid cursor. */
export function readRowCursor(cursor: string): number | undefined {
  const [, row] = /^row (\d{1,7})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  return row === undefined ? undefined : Number(row)
}

export function checkRowCursor(cursor: string | undefined): Violation[] {
  return cursor === undefined || readRowCursor(cursor) !== undefined ? [] : [foreignCursor()]
}
