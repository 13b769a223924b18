import { isTooLarge } from '../api/exchange.ts'
import type { ListRequest } from '../inbox.ts'
import type { Session } from '../session.ts'
import { combineFailures } from './errors.ts'
import { createSigner, type NostrEvent, toUnixSeconds } from './event.ts'
import type { Filter, Relay } from './relay.ts'
import { type KnownRelay, keepGenuine, runOnEach } from './relays.ts'

const PAGE_SIZE = 100
/** Number of ids that are remembered. An event whose id is forgotten is read again, which has no effect. */
const SEEN_MAX = 1000
const SEEN_LENGTH = 16

/**
 * Progress of the scan of one relay. Relays return the newest events first: a scan goes from `top` down to `since`, page by page,
 * and `until` is where its next page starts. Relays have different events, so each has its own position.
 */
interface Position {
  readonly since: number
  readonly top?: number
  readonly until?: number
}

/** The stored cursor. */
interface Cursor {
  readonly relays: Readonly<Record<string, Position>>
  /** The first characters of the ids of recently read events, newest last. */
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
  /** Seconds by which a new event may be dated before events that were already read. */
  readonly lateSeconds: number
}

/** Reads new events of all relays since the cursor. A relay that does not respond keeps its position and is read later. */
export async function readNew(session: Session, scan: Scan, since: ListRequest): Promise<ScanResult> {
  const before = (since.cursor ? JSON.parse(since.cursor) : { relays: {}, seen: [] }) as Cursor
  const now = toUnixSeconds(session.now())
  const byUrl = new Map(scan.relays.map((relay) => [relay.url, relay]))
  const { results, failures } = await runOnEach(createSigner(session), [...byUrl.keys()], (relay, url) => {
    const size = Math.min(PAGE_SIZE, since.limit || PAGE_SIZE, byUrl.get(url)?.limitation.max_limit ?? PAGE_SIZE)
    return readPage(relay, scan, before.relays[url], { size, now })
  })
  const unreadable = [...failures].filter(([, error]) => isTooLarge(error))
  const [first] = unreadable
  if (first && !since.skips) throw first[1]
  if (results.size === 0 && unreadable.length === 0) throw combineFailures([...failures.values()])
  const pages = [...results.values()]
  const seen = new Set(before.seen)
  const all = pages.flatMap((page) => page.events)
  const events = await keepGenuine(all.filter(({ id }) => !seen.has(shortenId(id))))
  const positions = [
    ...[...byUrl.keys()].flatMap((url) => (before.relays[url] ? [[url, before.relays[url]] as const] : [])),
    ...[...results].map(([url, { position }]) => [url, position] as const),
    // A page that is too large is skipped.
    ...unreadable.map(([url]) => [url, { since: now }] as const),
  ]
  const cursor: Cursor = {
    relays: Object.fromEntries(positions),
    seen: [...new Set([...before.seen, ...events.map(({ id }) => shortenId(id))])].slice(-SEEN_MAX),
  }
  const hasMore = pages.some(({ position }) => position.until !== undefined)
  return { events, cursor: JSON.stringify(cursor), hasMore, skipped: unreadable.length }
}

const shortenId = (id: string) => id.slice(0, SEEN_LENGTH)

async function readPage(
  relay: Relay,
  { filter, lateSeconds }: Scan,
  before: Position | undefined,
  { size, now }: { size: number; now: number },
): Promise<{ events: NostrEvent[]; position: Position }> {
  const from = before ? Math.max(0, before.since - lateSeconds) : 0
  const events = await relay.query([
    {
      ...filter,
      limit: size,
      ...(before && { since: from }),
      ...(before?.until !== undefined && { until: before.until }),
    },
  ])
  const dates = events.map((event) => event.created_at)
  // A date in the future would hide every event before it.
  const top = Math.min(now, Math.max(before?.top ?? 0, before?.since ?? 0, ...dates))
  const oldest = Math.min(...dates)
  // The first read is one page: older events are not new.
  const isFull = before !== undefined && events.length >= size && oldest > from
  if (!isFull) return { events, position: { since: top } }
  // The last second of a page may have more events; when the page has no other second, they are skipped.
  const until = oldest < (before.until ?? Number.POSITIVE_INFINITY) ? oldest : oldest - 1
  return { events, position: { since: before.since, top, until } }
}
