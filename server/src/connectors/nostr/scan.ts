import { isTooLarge } from '../exchange.ts'
import type { ListRequest } from '../inbox.ts'
import type { Session } from '../session.ts'
import { combine } from './errors.ts'
import { createSigner, type NostrEvent, toUnixSeconds } from './event.ts'
import type { Filter, Relay } from './relay.ts'
import { askEach, genuine, type KnownRelay } from './relays.ts'

const PAGE_SIZE = 100
/** How many ids are remembered. Of more, some are read again, which has no effect. */
const SEEN_MAX = 1000
const SEEN_LENGTH = 16

/**
 * How far one relay was read. Relays answer newest first: a scan goes from `top` down to `since`, page by page, and `until` is
 * where its next page starts. Relays do not agree with each other, so each has its own.
 */
interface Position {
  readonly since: number
  readonly top?: number
  readonly until?: number
}

/** The stored cursor. */
interface Cursor {
  readonly relays: Readonly<Record<string, Position>>
  /** The start of the ids of what was read lately, newest last. */
  readonly seen: readonly string[]
}

export interface ScanResult {
  readonly events: NostrEvent[]
  readonly cursor: string
  readonly hasMore: boolean
  readonly skipped: number
}

interface Scan {
  readonly relays: readonly KnownRelay[]
  readonly filter: Filter
  /** By how much what arrives now may be dated earlier than what arrived before. */
  readonly lateSeconds: number
}

/** What came to any of the relays since the cursor. A relay that is away keeps its position, and is read from there later. */
export async function readNew(session: Session, scan: Scan, since: ListRequest): Promise<ScanResult> {
  const before = (since.cursor ? JSON.parse(since.cursor) : { relays: {}, seen: [] }) as Cursor
  const now = toUnixSeconds(session.now())
  const byUrl = new Map(scan.relays.map((relay) => [relay.url, relay]))
  const asked = await askEach(createSigner(session), [...byUrl.keys()], (relay, url) => {
    const size = Math.min(PAGE_SIZE, since.limit || PAGE_SIZE, byUrl.get(url)?.limitation.max_limit ?? PAGE_SIZE)
    return readPage(relay, scan, before.relays[url], { size, now })
  })
  const unreadable = [...asked.failures].filter(([, error]) => isTooLarge(error))
  const [first] = unreadable
  if (first && !since.skips) throw first[1]
  if (asked.answers.size === 0 && unreadable.length === 0) throw combine([...asked.failures.values()])
  const pages = [...asked.answers.values()]
  const seen = new Set(before.seen)
  const all = pages.flatMap((page) => page.events)
  const events = await genuine(all.filter(({ id }) => !seen.has(short(id))))
  const positions = [
    ...[...byUrl.keys()].flatMap((url) => (before.relays[url] ? [[url, before.relays[url]] as const] : [])),
    ...[...asked.answers].map(([url, { position }]) => [url, position] as const),
    // What cannot be read is passed over.
    ...unreadable.map(([url]) => [url, { since: now }] as const),
  ]
  const cursor: Cursor = {
    relays: Object.fromEntries(positions),
    seen: [...new Set([...before.seen, ...events.map(({ id }) => short(id))])].slice(-SEEN_MAX),
  }
  const hasMore = pages.some(({ position }) => position.until !== undefined)
  return { events, cursor: JSON.stringify(cursor), hasMore, skipped: unreadable.length }
}

const short = (id: string) => id.slice(0, SEEN_LENGTH)

async function readPage(
  relay: Relay,
  { filter, lateSeconds }: Scan,
  before: Position | undefined,
  { size, now }: { size: number; now: number },
): Promise<{ events: NostrEvent[]; position: Position }> {
  const from = before ? Math.max(0, before.since - lateSeconds) : 0
  const events = await relay.query({
    ...filter,
    limit: size,
    ...(before && { since: from }),
    ...(before?.until !== undefined && { until: before.until }),
  })
  const dates = events.map((event) => event.created_at)
  // A date in the future would hide everything that comes before it.
  const top = Math.min(now, Math.max(before?.top ?? 0, before?.since ?? 0, ...dates))
  const oldest = Math.min(...dates)
  // The first read is of one page: what is older is not news.
  const isFull = before !== undefined && events.length >= size && oldest > from
  if (!isFull) return { events, position: { since: top } }
  // The last second of a page may have more events; when the page has no other second, those are passed over.
  const until = oldest < (before.until ?? Number.POSITIVE_INFINITY) ? oldest : oldest - 1
  return { events, position: { since: before.since, top, until } }
}
