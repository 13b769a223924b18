import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { sha256Hex } from '../../../kit/hash.ts'

/** What a cursor belongs to: the same question of the same workspace. Filters in another order are the same. */
export function questionHash(workspaceId: string, query: string, filters: unknown): string {
  return sha256Hex(JSON.stringify([workspaceId, query, sorted(filters)])).slice(0, 16)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

type Part = number | string

/**
 * Opaque to the caller, and nothing a forger gains by: it says where to go on in the answer to a question that is asked
 * again with it, and what may be seen is decided anew each time.
 */
export function writeCursor(kind: string, question: string, parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify([kind, question, ...parts])).toString('base64url')
}

const ID = /^(?:per|com)_[0-9A-HJKMNP-TV-Z]{26}$/

interface CursorShape {
  /** Where the request has it. */
  readonly field: 'cursor' | 'since_cursor'
  readonly kind: string
  readonly shape: string
  readonly of: string
}

/** The parts of a cursor, as its kind has them: `n` a whole number, `i` an id or nothing. Anything else is a 422. */
export function readCursor(cursor: string, { field, kind, shape, of }: CursorShape): Part[] {
  const refuse = (why: string): never => {
    throw new InvalidRequest([invalidValue(['body', field], why, cursor.slice(0, 256))])
  }
  const [isKind, isOf, ...parts] = parse(cursor) ?? refuse('this cursor did not come from a search')
  const fits =
    isKind === kind &&
    parts.length === shape.length &&
    parts.every((part, at) =>
      shape[at] === 'n' ? Number.isSafeInteger(part) && (part as number) >= 0 : part === '' || ID.test(String(part)),
    )
  if (!fits) refuse('this cursor did not come from a search')
  if (isOf !== of) refuse('this cursor belongs to a search with another query or other filters')
  return parts as Part[]
}

function parse(cursor: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
