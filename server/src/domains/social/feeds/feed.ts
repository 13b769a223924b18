import type { Connector } from '../../../connectors/connector.ts'
import type { InboundItem } from '../../../connectors/inbound.ts'
import type { Batch, ListRequest } from '../../../connectors/inbox.ts'
import type { Capability } from '../../../connectors/platform.ts'
import type { Session } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'

export interface FeedAccount {
  readonly workspaceId: string
  readonly id: string
  readonly platform: string
  readonly entityExternalId: string
  /** Time at which the account, or its current entity, became known to this server. Older items are stored but are not news. */
  readonly knownSince: Date
}

export interface FeedRead {
  readonly ctx: Context
  readonly workspaceId: string
  readonly accountId: string
  readonly session: Session
  readonly connector: Connector
  readonly since: ListRequest
}

/** Data that platforms are polled for, or push, or both: comments, messages, metrics. */
export interface Feed<Item = unknown> {
  readonly id: string
  readonly capability: Capability
  /** Returns the time of the next read after a successful one. */
  readonly next: (now: Date, accountId: string) => Date
  /** Asks the platform, outside any transaction. */
  read(read: FeedRead): Promise<Batch<Item>>
  /**
   * Stores the items, in the transaction that also stores the cursor. The same item may come again and must then have no effect.
   */
  store(ctx: Context, tx: Db, account: FeedAccount, items: readonly Item[]): Promise<void>
  /** Kinds of pushed items that belong to this feed. */
  readonly pushed: readonly InboundItem['kind'][]
}

/** Result of reading a feed that the platform does not have. */
export const EMPTY_BATCH: Batch<never> = { items: [], cursor: null, hasMore: false }

export const everySeconds = (seconds: number) => (now: Date) => new Date(now.getTime() + seconds * 1000)

const HISTORY_MS = 86_400_000

/** Returns false for items from more than a day before the account was known: they are stored without an event. */
export function isNews({ knownSince }: FeedAccount, occurredAt: Date | null): boolean {
  return occurredAt === null || occurredAt.getTime() > knownSince.getTime() - HISTORY_MS
}
