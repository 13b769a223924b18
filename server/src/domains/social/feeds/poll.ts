import type { Capability, Connector } from '../../../connectors/connector.ts'
import { PlatformError } from '../../../connectors/failure.ts'
import type { InboundItem } from '../../../connectors/inbound.ts'
import type { Batch } from '../../../connectors/inbox.ts'
import type { Session } from '../../../connectors/session.ts'
import { toStorable } from '../../../connectors/storable.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { type Db, isUnavailable, transaction } from '../../../kit/postgres/db.ts'
import { describeFailure } from '../accounts/platform-errors.ts'
import { withAccess } from '../accounts/tokens/access.ts'
import * as sql from './sql.ts'

/** What a feed's items belong to. */
export interface FeedAccount {
  readonly workspaceId: string
  readonly id: string
  readonly platform: string
  readonly entityExternalId: string
  /** When we first knew it, or the entity it acts as now: what is much older is history, which is kept and not told. */
  readonly knownSince: Date
}

export interface Poll {
  readonly ctx: Context
  readonly workspaceId: string
  readonly accountId: string
  readonly session: Session
  readonly connector: Connector
  /** The platform's, as the batch before gave it; null at first. */
  readonly cursor: string | null
}

/**
 * Something an account's platform is asked for again and again, or pushes, or both. `read` asks, outside of any
 * transaction; `store` writes what came, in the one that also keeps the cursor, and must not mind to be told twice.
 */
export interface Feed<Item = unknown> {
  readonly id: string
  readonly capability: Capability
  /** When it is asked for again after it went well. */
  readonly next: (now: Date, accountId: string) => Date
  read(poll: Poll): Promise<Batch<Item>>
  store(tx: Db, ctx: Context, account: FeedAccount, items: readonly Item[]): Promise<void>
  /** The kinds of pushes that are items of it. */
  readonly pushed: readonly InboundItem['kind'][]
}

export const everySeconds = (seconds: number) => (now: Date) => new Date(now.getTime() + seconds * 1000)

/** An account with much to tell gives way to the others after so many batches. */
const BATCHES = 10
const CLAIM_MS = 10 * 60_000
const BACKOFF_SECONDS = 30
const BACKOFF_MOST_SECONDS = 6 * 3600

/** Reads a feed to its end, or for so long as it is this account's turn. Killed anywhere, the next run repeats a batch. */
export async function pollFeed(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<void> {
  for (let turn = 1; turn <= BATCHES; turn++) {
    const state = await sql.findFeed(ctx.db, workspaceId, accountId, feed.id)
    const { batch, entity, cursor } = await withAccess(ctx, workspaceId, { accountId }, async (session, connector) => {
      const { externalId } = session.entity
      const from = state?.entity_external_id === externalId ? state.cursor : null
      const found = await feed.read({ ctx, workspaceId, accountId, session, connector, cursor: from })
      return { batch: found, entity: externalId, cursor: found.cursor ?? from }
    })
    const hasMore = batch.hasMore && batch.items.length > 0
    const now = ctx.clock.now()
    const isSwitched = state && state.entity_external_id !== null && state.entity_external_id !== entity
    await storeItems(ctx, workspaceId, accountId, feed, batch.items, {
      entity_external_id: entity,
      cursor,
      due_at: hasMore ? now : feed.next(now, accountId),
      failures: 0,
      last_error: null,
      read_at: now,
      ...(isSwitched && { known_since: now }),
    })
    if (!hasMore) return
  }
}

export async function storeItems(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  feed: Feed,
  items: readonly unknown[],
  change?: Partial<sql.FeedRow>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await sql.insertFeed(tx, workspaceId, accountId, feed.id, ctx.clock.now())
    const row = await sql.lockFeed(tx, workspaceId, accountId, feed.id)
    if (!row) return
    const account = {
      workspaceId,
      id: accountId,
      platform: row.platform,
      entityExternalId: change?.entity_external_id ?? row.active_external_id ?? '',
      knownSince: change?.known_since ?? row.known_since ?? row.account_created_at,
    }
    await feed.store(tx, ctx, account, toStorable(items))
    if (change) await sql.updateFeed(tx, row, change)
  })
}

/** What the job does: a feed that fails waits longer each time, and nobody else waits for it. */
export async function readDueFeed(ctx: Context, workspaceId: string, accountId: string, feed: Feed): Promise<void> {
  const key = { workspace_id: workspaceId, account_id: accountId, feed: feed.id }
  // A job that takes its worker down with it comes back after a while, not at the next tick.
  await sql.updateFeed(ctx.db, key, { due_at: new Date(ctx.clock.now().getTime() + CLAIM_MS) })
  try {
    await pollFeed(ctx, workspaceId, accountId, feed)
  } catch (error) {
    if (isUnavailable(error)) throw error
    // Not signed in any more: it sleeps until it is.
    if (error instanceof ApiError) return sql.updateFeed(ctx.db, key, { due_at: null })
    const state = await sql.findFeed(ctx.db, workspaceId, accountId, feed.id)
    if (!state) return
    const failures = state.failures + 1
    if (!(error instanceof PlatformError)) ctx.log.error({ err: error, ...key }, 'a feed could not be read')
    await sql.updateFeed(ctx.db, key, {
      failures,
      due_at: new Date(ctx.clock.now().getTime() + delaySeconds(error, failures) * 1000),
      last_error: error instanceof PlatformError ? describeFailure('', error) : { kind: 'internal' },
    })
  }
}

function delaySeconds(error: unknown, failures: number): number {
  const asked = error instanceof PlatformError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.max(asked, Math.min(BACKOFF_MOST_SECONDS, BACKOFF_SECONDS * 2 ** Math.min(failures - 1, 20)))
}

const HISTORY_MS = 86_400_000

/** What happened well before we knew the account is no news, when it is told for the first time. */
export function isNews({ knownSince }: FeedAccount, occurredAt: Date | null): boolean {
  return occurredAt === null || occurredAt.getTime() > knownSince.getTime() - HISTORY_MS
}
