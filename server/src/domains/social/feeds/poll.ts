import { isTooLarge } from '../../../connectors/api/exchange.ts'
import { UnexpectedResponse } from '../../../connectors/api/response.ts'
import type { Batch, ListRequest } from '../../../connectors/inbox.ts'
import type { PlatformFacts } from '../../../connectors/platform.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Http } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import { isUnavailable } from '../../../kit/postgres/db.ts'
import { describeFailure } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import { everySeconds, type Feed } from './feed.ts'
import * as sql from './sql.ts'
import { storeItems } from './store-items.ts'

/** Page sizes after a page could not be read: ever smaller, and finally 0, which skips the unreadable item. */
const PAGE_LIMITS = [null, 10, 3, 1, 0] as const

const BACKOFF_SECONDS = 30
const BACKOFF_SECONDS_MAX = 6 * 3600
/** Time without an item after which an account counts as quiet. */
const QUIET_MS = 10 * 60_000

/** Number of batches after which a feed with more items waits until the feeds of other accounts have been read. */
const BATCHES_MAX = 10
/** Delay before a job that crashed its worker is repeated, instead of at the next tick of the timer. */
const CRASH_DELAY_MS = 10 * 60_000
/** Time for which an account's health shows skipped items. */
const SKIPPED_SHOWN_MS = 7 * 86_400_000

interface PollOptions {
  readonly feed: Feed
  /** Wraps the account's HTTP client. */
  readonly share?: (http: Http) => Http
}

/**
 * Reads a feed to its end, or up to `BATCHES_MAX` batches. If the process is killed at any point, the next run repeats one batch.
 */
export async function pollFeed(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<void> {
  await pollBatches(ctx, workspaceId, accountId, { feed })
}

async function pollBatches(ctx: Context, workspaceId: string, accountId: string, poll: PollOptions): Promise<void> {
  for (let batches = 1; batches <= BATCHES_MAX; batches++)
    if (!(await pollBatch(ctx, workspaceId, accountId, poll))) return
}

/** Returns true when there is more to read. */
async function pollBatch(ctx: Context, workspaceId: string, accountId: string, poll: PollOptions): Promise<boolean> {
  const { feed, share = (http) => http } = poll
  const ref = { accountId, feed: feed.id }
  const state = await sql.findFeed(ctx.db, workspaceId, ref)
  const read = await withAccess(ctx, workspaceId, { accountId }, async (given, connector) => {
    const session = { ...given, http: share(given.http) }
    const { externalId } = session.entity
    // The cursor belongs to one entity: another one is read from the start.
    const from = state?.entity_external_id === externalId ? state.cursor : null
    const page = toPageOptions(state?.page_limit ?? null)
    const batch = await feed.read({ ctx, workspaceId, accountId, session, connector, since: { cursor: from, ...page } })
    return { batch, from, entity: externalId, facts: connector.platform }
  })
  const { batch, from, entity, facts } = read
  const cursor = batch.cursor ?? from
  const hasMore = batch.hasMore && (batch.items.length > 0 || cursor !== from)
  const now = ctx.clock.now()
  const isSwitched = state && state.entity_external_id !== null && state.entity_external_id !== entity
  const itemAt = batch.items.length > 0 ? now : (state?.item_at ?? null)
  const change = {
    entity_external_id: entity,
    cursor,
    due_at: hasMore ? now : nextRead(facts, feed, accountId, { now, itemAt }),
    failures: 0,
    last_error: null,
    read_at: now,
    item_at: itemAt,
    page_limit: largerPage(state?.page_limit ?? null),
    skipped: skippedAfter(batch, state, now),
    ...(isSwitched && { known_since: now }),
  }
  if (batch.skipped) {
    const fields = { workspace_id: workspaceId, account_id: accountId, feed: feed.id, skipped: batch.skipped }
    ctx.log.warn(fields, 'skipped items of a feed that could not be read')
  }
  await storeItems(ctx, workspaceId, accountId, { feed, items: batch.items, change })
  return hasMore
}

function skippedAfter(batch: Batch<unknown>, state: sql.FeedRow | undefined, now: Date): sql.FeedRow['skipped'] {
  const before = state?.skipped ?? null
  if (!batch.skipped) return before && now.getTime() - Date.parse(before.at) < SKIPPED_SHOWN_MS ? before : null
  const reason = state?.last_error?.['message']
  return {
    count: (before?.count ?? 0) + batch.skipped,
    at: now.toISOString(),
    reason: typeof reason === 'string' ? reason : 'an internal error of this server',
  }
}

/** Polls a due feed. A failure delays only this feed, longer after each consecutive failure. */
export async function pollDueFeed(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  poll: PollOptions,
): Promise<void> {
  const ref = { accountId, feed: poll.feed.id }
  await sql.updateFeed(ctx.db, workspaceId, ref, { due_at: new Date(ctx.clock.now().getTime() + CRASH_DELAY_MS) })
  for (let isTriedAgain = true; isTriedAgain; )
    try {
      await pollBatches(ctx, workspaceId, accountId, poll)
      return
    } catch (error) {
      if (isUnavailable(error)) throw error
      // The account is signed out: the feed is not due until it is signed in again.
      if (error instanceof ApiError) return sql.updateFeed(ctx.db, workspaceId, ref, { due_at: null })
      isTriedAgain = await recordFailure(ctx, workspaceId, ref, error)
    }
}

/**
 * Returns true when the feed is to be read again at once, in smaller pages. When a single item cannot be read, the account's
 * health shows that first; the next read, after the usual delay, skips the item.
 */
async function recordFailure(ctx: Context, workspaceId: string, ref: sql.FeedRef, error: unknown): Promise<boolean> {
  const state = await sql.findFeed(ctx.db, workspaceId, ref)
  if (!state) return false
  if (!(error instanceof PlatformError)) {
    const fields = { workspace_id: workspaceId, account_id: ref.accountId, feed: ref.feed }
    ctx.log.error({ err: error, ...fields }, 'could not read a feed')
  }
  const pageLimit = isUnreadable(error) ? smallerPage(state.page_limit) : state.page_limit
  const isTriedAgain = pageLimit !== state.page_limit && pageLimit !== 0
  const failures = state.failures + (isTriedAgain ? 0 : 1)
  await sql.updateFeed(ctx.db, workspaceId, ref, {
    failures,
    page_limit: pageLimit,
    last_error: error instanceof PlatformError ? describeFailure('', error) : { code: 'internal' },
    ...(!isTriedAgain && {
      due_at: new Date(ctx.clock.now().getTime() + backoffSeconds(error, failures) * 1000),
    }),
  })
  return isTriedAgain
}

/** Returns the next read of a feed. `itemAt` is the time of the last item. */
function nextRead(
  { pollSeconds = {}, quietPollSeconds }: PlatformFacts,
  feed: Feed,
  accountId: string,
  { now, itemAt }: { now: Date; itemAt: Date | null },
): Date {
  const seconds = (pollSeconds as Readonly<Record<string, number | undefined>>)[feed.id]
  if (seconds === undefined) return feed.next(now, accountId)
  if (quietPollSeconds === undefined) return everySeconds(seconds)(now)
  const isQuiet = itemAt === null || now.getTime() - itemAt.getTime() > QUIET_MS
  return alignedAfter(now, 1000 * (isQuiet ? quietPollSeconds : seconds), accountId)
}

/** Aligns all feeds of an account to one grid, so that they are read together; each account has its own grid. */
function alignedAfter(now: Date, intervalMs: number, accountId: string): Date {
  const offset = sha256(accountId).readUInt32BE(0) % intervalMs
  const earliest = now.getTime() + intervalMs / 2
  return new Date(Math.ceil((earliest - offset) / intervalMs) * intervalMs + offset)
}

function backoffSeconds(error: unknown, failures: number): number {
  const retryAfter = error instanceof PlatformError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.max(retryAfter, Math.min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2 ** Math.min(failures - 1, 20)))
}

const smallerPage = (limit: number | null) => stepFrom(limit, 1)
/** Returns the page size after a page that could be read. */
const largerPage = (limit: number | null) => stepFrom(limit, -1)

function stepFrom(limit: number | null, step: number): number | null {
  const at = PAGE_LIMITS.findIndex((one) => one === limit)
  return PAGE_LIMITS[Math.min(Math.max(at + step, 0), PAGE_LIMITS.length - 1)] ?? null
}

function toPageOptions(limit: number | null): Pick<ListRequest, 'limit' | 'skips'> {
  if (limit === null) return {}
  return limit === 0 ? { limit: 1, skips: true } : { limit }
}

/**
 * Returns true for a failure that an item of the page may have caused, so that it repeats as long as the page contains the item.
 */
function isUnreadable(error: unknown): boolean {
  return isTooLarge(error) || error instanceof UnexpectedResponse || !(error instanceof PlatformError)
}
