import { PlatformError } from '../../../connectors/failure.ts'
import type { PlatformFacts } from '../../../connectors/platform.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { isUnavailable } from '../../../kit/postgres/db.ts'
import { describeFailure } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import { everySeconds, type Feed } from './feed.ts'
import * as sql from './sql.ts'
import { storeItems } from './store.ts'

/** After this many batches a feed with more items waits until the feeds of other accounts have been read. */
const BATCHES_MAX = 10
/** A job that kills its worker is repeated after this time, not at the next tick of the timer. */
const CRASH_DELAY_MS = 10 * 60_000
const BACKOFF_SECONDS = 30
const BACKOFF_SECONDS_MAX = 6 * 3600

/** Reads a feed to its end, or up to `BATCHES_MAX` batches. Killed at any point, the next run repeats one batch. */
export async function pollFeed(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<void> {
  for (let batches = 1; batches <= BATCHES_MAX; batches++)
    if (!(await pollBatch(ctx, workspaceId, accountId, feed))) return
}

/** True when there is more to read. */
async function pollBatch(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<boolean> {
  const ref = { accountId, feed: feed.id }
  const state = await sql.findFeed(ctx.db, workspaceId, ref)
  const { batch, entity, cursor, facts } = await withAccess(
    ctx,
    workspaceId,
    { accountId },
    async (session, connector) => {
      const { externalId } = session.entity
      // The cursor belongs to one entity: another one is read from the start.
      const from = state?.entity_external_id === externalId ? state.cursor : null
      const found = await feed.read({ ctx, workspaceId, accountId, session, connector, cursor: from })
      return { batch: found, entity: externalId, cursor: found.cursor ?? from, facts: connector.platform }
    },
  )
  const hasMore = batch.hasMore && batch.items.length > 0
  const now = ctx.clock.now()
  const isSwitched = state && state.entity_external_id !== null && state.entity_external_id !== entity
  const change = {
    entity_external_id: entity,
    cursor,
    due_at: hasMore ? now : nextRead(facts, feed, accountId, now),
    failures: 0,
    last_error: null,
    read_at: now,
    ...(isSwitched && { known_since: now }),
  }
  await storeItems(ctx, workspaceId, accountId, { feed, items: batch.items, change })
  return hasMore
}

function nextRead({ pollSeconds = {} }: PlatformFacts, feed: Feed, accountId: string, now: Date): Date {
  const seconds = (pollSeconds as Readonly<Record<string, number | undefined>>)[feed.id]
  return seconds === undefined ? feed.next(now, accountId) : everySeconds(seconds)(now)
}

/** Polls a feed that is due. A failure delays only this feed, longer after each failure in a row. */
export async function pollDueFeed(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<void> {
  const ref = { accountId, feed: feed.id }
  await sql.updateFeed(ctx.db, workspaceId, ref, { due_at: new Date(ctx.clock.now().getTime() + CRASH_DELAY_MS) })
  try {
    await pollFeed(ctx, workspaceId, accountId, feed)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // The account is signed out: the feed is not due until it is signed in again.
    if (error instanceof ApiError) return sql.updateFeed(ctx.db, workspaceId, ref, { due_at: null })
    const state = await sql.findFeed(ctx.db, workspaceId, ref)
    if (!state) return
    const failures = state.failures + 1
    if (!(error instanceof PlatformError)) {
      const fields = { workspace_id: workspaceId, account_id: accountId, feed: feed.id }
      ctx.log.error({ err: error, ...fields }, 'a feed could not be read')
    }
    await sql.updateFeed(ctx.db, workspaceId, ref, {
      failures,
      due_at: new Date(ctx.clock.now().getTime() + backoffSeconds(error, failures) * 1000),
      last_error: error instanceof PlatformError ? describeFailure('', error) : { code: 'internal' },
    })
  }
}

function backoffSeconds(error: unknown, failures: number): number {
  const retryAfter = error instanceof PlatformError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.max(retryAfter, Math.min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2 ** Math.min(failures - 1, 20)))
}
