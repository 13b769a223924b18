import { sha256Hex } from '../../../kit/hash.ts'

/** Half of the SHA-256 distinguishes the data of a workspace as well as all of it. */
const HEX_CHARS = 32

/** Returns the hash that identifies a datum: the same question in another spelling has the same hash. */
export function hashDatum(action: string, subjectKey: string): string {
  return sha256Hex(`${action} ${subjectKey}`).slice(0, HEX_CHARS)
}

/** Returns the key of a question that can find several items: its text, filters and page, whatever their order. */
export function toListKey(question: {
  readonly query: string
  readonly filters?: object | null | undefined
  readonly limit: number
  readonly cursor?: string | null | undefined
  readonly sinceCursor?: string | null | undefined
}): string {
  const { query, filters, limit, cursor, sinceCursor } = question
  return JSON.stringify([
    query.trim().toLowerCase(),
    sortKeys(filters ?? null),
    limit,
    cursor ?? null,
    sinceCursor ?? null,
  ])
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sortKeys(inner)])
}
