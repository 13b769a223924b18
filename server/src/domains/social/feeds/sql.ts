import type { Db } from '../../../kit/postgres/db.ts'

export interface FeedKey {
  workspace_id: string
  account_id: string
  feed: string
}

export interface FeedRow extends FeedKey {
  entity_external_id: string | null
  cursor: string | null
  due_at: Date | null
  failures: number
  last_error: Record<string, unknown> | null
  read_at: Date | null
  known_since: Date | null
}

export async function findFeed(db: Db, workspaceId: string, accountId: string, feed: string) {
  const [row] = await db<FeedRow[]>`
    select * from account_feeds where workspace_id = ${workspaceId} and account_id = ${accountId} and feed = ${feed}`
  return row
}

/** Gives every signed-in account the feeds its platform has, and wakes those of an account that is signed in again. */
export async function wakeFeeds(
  db: Db,
  now: Date,
  has: { readonly platforms: string[]; readonly feeds: string[] },
): Promise<void> {
  await db`
    insert into account_feeds (workspace_id, account_id, feed, due_at, failures)
    select a.workspace_id, a.id, wanted.feed, ${now}, 0 from accounts a
    join unnest(${has.platforms}::text[], ${has.feeds}::text[]) as wanted (platform, feed) on wanted.platform = a.platform
    where a.status in ('connected', 'expiring') and not exists (
      select from account_feeds f where f.workspace_id = a.workspace_id and f.account_id = a.id
      and f.feed = wanted.feed and f.due_at is not null)
    on conflict on constraint account_feeds_pkey do update set due_at = excluded.due_at`
}

/** The longest overdue first. */
export async function listDueFeeds(db: Db, now: Date, limit: number): Promise<FeedKey[]> {
  return db<FeedKey[]>`
    select workspace_id, account_id, feed from account_feeds where due_at <= ${now} order by due_at limit ${limit}`
}

export interface LockedFeed extends FeedRow {
  platform: string
  active_external_id: string | null
  account_created_at: Date
}

/** Whoever stores what a feed told holds this: a poll and a push of the same account take turns. */
export async function lockFeed(
  db: Db,
  workspaceId: string,
  accountId: string,
  feed: string,
): Promise<LockedFeed | undefined> {
  const [row] = await db<LockedFeed[]>`
    select f.*, a.platform, a.active_external_id, a.created_at as account_created_at
    from account_feeds f join accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
    where f.workspace_id = ${workspaceId} and f.account_id = ${accountId} and f.feed = ${feed} for update of f`
  return row
}

/** A push may come before the first poll. */
export async function insertFeed(db: Db, workspaceId: string, accountId: string, feed: string, now: Date) {
  await db`
    insert into account_feeds (workspace_id, account_id, feed, due_at, failures)
    values (${workspaceId}, ${accountId}, ${feed}, ${now}, 0) on conflict on constraint account_feeds_pkey do nothing`
}

export async function updateFeed(
  db: Db,
  { workspace_id, account_id, feed }: FeedKey,
  change: Partial<Omit<FeedRow, keyof FeedKey>>,
): Promise<void> {
  const { last_error, ...rest } = change
  const error = last_error === undefined ? {} : { last_error: last_error && db.json(last_error) }
  await db`
    update account_feeds set ${db({ ...rest, ...error } as Record<string, string>)}
    where workspace_id = ${workspace_id} and account_id = ${account_id} and feed = ${feed}`
}

export interface PushRow {
  id: string
  platform: string
  body: Buffer
  headers: Record<string, string>
  query: Record<string, string>
  received_at: Date
  handled_at: Date | null
}

export async function insertPush(db: Db, row: Omit<PushRow, 'handled_at'>): Promise<void> {
  await db`insert into inbound_pushes ${db({ ...row, headers: db.json(row.headers), query: db.json(row.query) })}`
}

export async function findPush(db: Db, id: string): Promise<PushRow | undefined> {
  const [row] = await db<PushRow[]>`select * from inbound_pushes where id = ${id}`
  return row
}

export async function markPushHandled(db: Db, id: string, now: Date): Promise<void> {
  await db`update inbound_pushes set handled_at = ${now} where id = ${id}`
}

/** Ids sort by time. One that could not be dealt with is kept longer, for whoever mends it. */
export async function deletePushes(db: Db, before: { handledId: string; anyId: string }, limit: number) {
  const { count } = await db`
    delete from inbound_pushes where id in (
      select id from inbound_pushes where id < ${before.anyId} or (id < ${before.handledId} and handled_at is not null)
      order by id limit ${limit})`
  return count
}
