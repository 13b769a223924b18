/**
 * The end of the part of a list that was read. Meta's times are whole seconds and its lists lag behind, so the last minute is read again
 * each time, without the items that were seen in it.
 */
export interface Position {
  /** In seconds. */
  readonly at: number
  readonly seen: readonly string[]
}

const OVERLAP_SECONDS = 60
/** Ids beyond this number are not stored: an item that arrives twice is harmless. */
const SEEN_MAX = 500

export interface TimedItem {
  readonly externalId: string
  readonly occurredAt: Date | null
}

export function readPosition(cursor: string | null): Position {
  return cursor === null ? { at: 0, seen: [] } : (JSON.parse(cursor) as Position)
}

export function isAfter({ at, seen }: Position, { externalId, occurredAt }: TimedItem): boolean {
  return toUnixSeconds(occurredAt) >= at && !seen.includes(externalId)
}

/**
 * Returns the next cursor. `newest` is the latest time that the list named before its items were read: later items may be incomplete.
 */
export function advance(before: Position, newest: number, items: readonly TimedItem[]): string {
  const at = Math.max(before.at, newest - OVERLAP_SECONDS)
  const recent = items.filter(({ occurredAt }) => toUnixSeconds(occurredAt) >= at).map(({ externalId }) => externalId)
  const seen = [...new Set([...before.seen, ...recent])].slice(-SEEN_MAX)
  return JSON.stringify({ at, seen } satisfies Position)
}

export function toUnixSeconds(time: Date | string | null | undefined): number {
  const ms = time instanceof Date ? time.getTime() : Date.parse(time ?? '')
  return Number.isFinite(ms) ? Math.floor(ms / 1000) : 0
}
