import type { Batch } from '../../../connectors/inbox.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import type { Http } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { isUnavailable } from '../../../kit/postgres/db.ts'
import { describeFailure } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import type { Feed } from './feed.ts'
import { backoffSeconds, nextRead } from './next-read.ts'
import { isUnreadable, largerPage, smallerPage, toPageOptions } from './page-size.ts'
import * as sql from './sql.ts'
import { storeItems } from './store-items.ts'

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
