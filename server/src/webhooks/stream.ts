import { setTimeout as sleep } from 'node:timers/promises'
import { decodeTime } from 'ulid'
import type { Context } from '../kit/context.ts'
import { type Db, transaction } from '../kit/postgres/db.ts'
import * as sql from './sql/streams.ts'

/** Time events are stored for a stream whose client is gone: it can continue until then. */
export const KEPT_MS = 3_600_000
/** Limit of unexpired streams of a workspace: one for each caller and choice of events. */
export const STORED_MAX = 50
/** Upper limit of the time from an event's id to the commit of its transaction, plus the clock skew between nodes. */
const LATE_MS = 60_000
const POLL_MS = 500
const PROLONG_MS = 60_000
const PAGE_EVENTS = 100

export interface StreamOptions {
  readonly workspaceId: string
  readonly callerId: string
  /** Types that are stored for the stream, or `*`. */
  readonly events: readonly string[]
  /** Types that the client reads. */
  readonly types: readonly string[]
  /** The event or time after which the stream continues; it begins now when absent. */
  readonly from: string | Date | undefined
  /** Aborted when the caller may no longer read, or stops reading. */
  readonly signal: AbortSignal
}

export interface OpenStream {
  /** The start of the stream as an id: a client that is disconnected before its first event continues there. */
  readonly startId: string
  /** Time since which every event of the stream is stored. */
  readonly openedAt: Date
  /** Yields pages of events, endlessly. An empty page means that there are no new events. */
  readonly pages: AsyncGenerator<readonly sql.StoredEvent[]>
}

/** Opens a stream. Returns undefined when the workspace has too many. */
export async function openStream(ctx: Context, options: StreamOptions): Promise<OpenStream | undefined> {
  const openedAt = await prolong(ctx, options)
  const { from = ctx.clock.now() } = options
  const startId = typeof from === 'string' ? from : ctx.ids.lowestUlidAt(from)
  // Taken before the client knows that the stream is open: everything that happens from then on is sent.
  const seen = await sql.getSnapshot(ctx.db)
  return openedAt && { startId, openedAt, pages: readPages(ctx, options, seen) }
}

/** Stops storing events for the streams of a workspace. */
export function closeStreams(tx: Db, workspaceId: string): Promise<void> {
  return sql.deleteStreams(tx, workspaceId)
}

function prolong(ctx: Context, { workspaceId, callerId, events }: StreamOptions): Promise<Date | undefined> {
  const now = ctx.clock.now()
  const row = { workspace_id: workspaceId, caller_id: callerId, events }
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  return transaction(ctx.db, async (tx) => {
    await sql.lockStreams(tx, workspaceId)
    return sql.upsertStream(tx, row, { now, expiresAt, atMost: STORED_MAX })
  })
}

/**
 * Reads each committed event once, in the order of commits, however late a transaction ends: a round contains the events that
 * its snapshot sees and the previous one did not. Only one page is in memory; the next one is read when this one was sent.
 */
async function* readPages(
  ctx: Context,
  options: StreamOptions,
  first: string,
): AsyncGenerator<readonly sql.StoredEvent[]> {
  const { from, signal } = options
  let prolongedAt = performance.now()
  let readAt = ctx.clock.now()
  let seen = first
  if (from !== undefined) yield* readRound(ctx, options, { after: getReadStart(ctx, from), between: undefined })
  while (!signal.aborted) {
    if (performance.now() - prolongedAt > PROLONG_MS) {
      await prolong(ctx, options)
      prolongedAt = performance.now()
    }
    const after = ctx.ids.lowestUlidAt(new Date(readAt.getTime() - LATE_MS))
    readAt = ctx.clock.now()
    const until = await sql.getSnapshot(ctx.db)
    yield* readRound(ctx, options, { after, between: [seen, until] })
    seen = until
    yield []
    await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

interface EventRange {
  readonly after: string
  readonly between: readonly [string, string] | undefined
}

async function* readRound(
  ctx: Context,
  { workspaceId, types, signal }: StreamOptions,
  { after, between }: EventRange,
): AsyncGenerator<readonly sql.StoredEvent[]> {
  for (let last = after; !signal.aborted; ) {
    const { rows, hasMore } = await sql.listEvents(ctx.db, workspaceId, {
      after: last,
      types,
      between,
      limit: PAGE_EVENTS,
    })
    if (rows.length > 0) yield rows
    last = rows.at(-1)?.id ?? last
    if (!hasMore) return
  }
}

/** An event with a lower id may have committed after the last one that the client received: those are read again. */
function getReadStart(ctx: Context, from: string | Date): string {
  return ctx.ids.lowestUlidAt(typeof from === 'string' ? new Date(decodeTime(from) - LATE_MS) : from)
}
