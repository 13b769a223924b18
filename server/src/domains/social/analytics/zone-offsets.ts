import type { ZoneOffset } from './sql/posts.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

/**
 * Lists the offsets of a zone between two times. The database gets these instead of the name of the zone, because its list of zones
 * may differ from ours. Clocks change at a full minute.
 */
export function listZoneOffsets(zone: string, from: Date, to: Date): ZoneOffset[] {
  const readMinutes = createOffsetReader(zone)
  const offsets: ZoneOffset[] = []
  let start = from.getTime()
  for (let at = start; at < to.getTime(); ) {
    const next = Math.min(at + DAY_MS, to.getTime())
    const minutes = readMinutes(at)
    const isSame = readMinutes(next) === minutes
    const end = isSame ? next : findChange(readMinutes, at, next)
    if (!isSame || end === to.getTime()) {
      offsets.push({ from: new Date(start), to: new Date(end), minutes })
      start = end
    }
    at = end
  }
  return offsets
}

/** Returns the first minute after `from` that has another offset; `to` has one. */
function findChange(readMinutes: (at: number) => number, from: number, to: number): number {
  const before = readMinutes(from)
  let [same, changed] = [from, to]
  while (changed - same > MINUTE_MS) {
    const middle = same + Math.floor((changed - same) / 2 / MINUTE_MS) * MINUTE_MS
    if (readMinutes(middle) === before) same = middle
    else changed = middle
  }
  return changed
}

function createOffsetReader(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const local = Date.UTC(part['year'] ?? 0, (part['month'] ?? 1) - 1, part['day'], part['hour'], part['minute'])
    return Math.round((local - at) / MINUTE_MS)
  }
}
