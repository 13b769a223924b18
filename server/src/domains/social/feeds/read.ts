import type { Principal } from '../../../kit/context.ts'
import { type Page, type PageRequest, pageInMemory } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { getAccount } from '../accounts/accounts.ts'
import { SIGNED_IN_STATUSES } from '../accounts/contract/resources.ts'
import type { AccountFeed } from './contract.ts'
import { type FeedRow, listFeeds } from './sql.ts'

export async function listAccountFeeds(
  db: Db,
  principal: Principal,
  accountId: string,
  query: PageRequest,
): Promise<Page<AccountFeed>> {
  const { status } = await getAccount(db, principal, accountId)
  const isSignedIn = SIGNED_IN_STATUSES.includes(status)
  const rows = await listFeeds(db, principal.workspaceId, accountId)
  const feeds = rows.map((row) => present(row, isSignedIn))
  return pageInMemory(feeds, query, ({ feed }) => feed)
}

function present(row: FeedRow, isSignedIn: boolean): AccountFeed {
  return {
    feed: row.feed,
    status: resolveFeedStatus(row, isSignedIn),
    read_at: row.read_at?.toISOString() ?? null,
    item_at: row.item_at?.toISOString() ?? null,
    next_read_at: isSignedIn ? (row.due_at?.toISOString() ?? null) : null,
    failures: row.failures,
    error: row.last_error && { code: 'internal', message: 'An internal error of this server.', ...row.last_error },
  }
}

function resolveFeedStatus({ failures, read_at }: FeedRow, isSignedIn: boolean): AccountFeed['status'] {
  if (!isSignedIn) return 'stopped'
  if (failures > 0) return 'failing'
  return read_at === null ? 'waiting' : 'current'
}
