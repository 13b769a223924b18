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
  /** Time at which the account first acted as its current entity, if that was after it was connected. */
  known_since: Date | null
  /** Time at which a read last returned an item. */
  item_at: Date | null
  /** Maximum items of a page; 0 skips unreadable items; null for the usual page. */
  page_limit: number | null
  skipped: { readonly count: number; readonly at: string; readonly reason: string } | null
}

export type FeedChange = Partial<Omit<FeedRow, keyof FeedKey>>

export interface FeedRef {
  readonly accountId: string
  readonly feed: string
}

export async function findFeed(
  db: Db,
  workspaceId: string,
  { accountId, feed }: FeedRef,
): Promise<FeedRow | undefined> {
  const [row] = await db<FeedRow[]>`
    select * from account_feeds where workspace_id = ${workspaceId} and account_id = ${accountId} and feed = ${feed}`
  return row
}

export async function listFeeds(db: Db, workspaceId: string, accountId: string): Promise<FeedRow[]> {
  return db<FeedRow[]>`
    select * from account_feeds where workspace_id = ${workspaceId} and account_id = ${accountId} order by feed`
}

/**
 * Adds the feeds of new accounts, and makes those of accounts that signed in again due. `offered` lists the feeds that platforms
 * have.
 */
export async function scheduleFeeds(
  db: Db,
  offered: readonly { readonly platform: string; readonly feed: string }[],
  now: Date,
): Promise<void> {
  const platforms = offered.map(({ platform }) => platform)
  const feeds = offered.map(({ feed }) => feed)
  await db`
    insert into account_feeds (workspace_id, account_id, feed, due_at, failures)
    select a.workspace_id, a.id, offered.feed, ${now}, 0 from accounts a
    join unnest(${platforms}::text[], ${feeds}::text[]) as offered (platform, feed) on offered.platform = a.platform
    where a.status in ('connected', 'expiring') and not exists (
      select from account_feeds f where f.workspace_id = a.workspace_id and f.account_id = a.id
      and f.feed = offered.feed and f.due_at is not null)
    on conflict on constraint account_feeds_pkey do update set due_at = excluded.due_at`
}

export interface DueAccount extends Omit<FeedKey, 'feed'> {
  platform: string
  external_id: string | null
}

/** Lists the accounts with a due feed, the longest overdue first. */
export async function listDueAccounts(db: Db, now: Date, limit: number): Promise<DueAccount[]> {
  return db<DueAccount[]>`
    select f.workspace_id, f.account_id, a.platform, a.active_external_id as external_id from account_feeds f
    join accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
    where f.due_at <= ${now}
    group by f.workspace_id, f.account_id, a.platform, a.active_external_id order by min(f.due_at) limit ${limit}`
}

export async function listDueFeeds(db: Db, workspaceId: string, accountId: string, by: Date): Promise<string[]> {
  const rows = await db<{ feed: string }[]>`
    select feed from account_feeds
    where workspace_id = ${workspaceId} and account_id = ${accountId} and due_at <= ${by} order by due_at, feed`
  return rows.map((row) => row.feed)
}

export interface LockedFeed extends FeedRow {
  platform: string
  active_external_id: string | null
  account_created_at: Date
}

/** Locks a feed while items are stored, so that a poll and a push of the same feed do not run concurrently. */
export async function lockFeed(
  db: Db,
  workspaceId: string,
  { accountId, feed }: FeedRef,
): Promise<LockedFeed | undefined> {
  const [row] = await db<LockedFeed[]>`
    select f.*, a.platform, a.active_external_id, a.created_at as account_created_at
    from account_feeds f join accounts a on a.workspace_id = f.workspace_id and a.id = f.account_id
    where f.workspace_id = ${workspaceId} and f.account_id = ${accountId} and f.feed = ${feed} for update of f`
  return row
}

/** Does nothing when the feed exists: a push may come before the first poll. */
export async function insertFeed(db: Db, workspaceId: string, { accountId, feed }: FeedRef, now: Date): Promise<void> {
  await db`
    insert into account_feeds (workspace_id, account_id, feed, due_at, failures)
    values (${workspaceId}, ${accountId}, ${feed}, ${now}, 0) on conflict on constraint account_feeds_pkey do nothing`
}

export async function updateFeed(
  db: Db,
  workspaceId: string,
  { accountId, feed }: FeedRef,
  change: FeedChange,
): Promise<void> {
  const { last_error, skipped, ...rest } = change
  const error = last_error === undefined ? {} : { last_error: last_error && db.json(last_error) }
  const passedOver = skipped === undefined ? {} : { skipped: skipped && db.json(skipped) }
  await db`
    update account_feeds set ${db({ ...rest, ...error, ...passedOver } as Record<string, string>)}
    where workspace_id = ${workspaceId} and account_id = ${accountId} and feed = ${feed}`
}

export interface PushRow {
  id: string
  platform: string
  body: Buffer
  headers: Record<string, string>
  query: Record<string, string>
  /** Digest of the received bytes, to store the same push once; null for pushes of the sandbox. */
  digest: Buffer | null
  /** Null for a push that an earlier version stored. */
  sender: PushSender | null
  received_at: Date
  handled_at: Date | null
}

export interface PushSender {
  /** Null for the app in the environment. */
  readonly app_id: string | null
  /** The workspace whose accounts the push may reach; null for all workspaces. */
  readonly workspace_id: string | null
}

/** Returns the ids of those that were not stored before. */
export async function insertPushes(db: Db, rows: readonly PushRow[]): Promise<string[]> {
  const stored = await db<{ id: string }[]>`
    insert into inbound_pushes (id, platform, body, headers, query, digest, sender, received_at)
    select id, platform, body, headers::jsonb, query::jsonb, digest, sender::jsonb, received_at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ platform }) => platform)}::text[],
      ${rows.map(({ body }) => body)}::bytea[], ${rows.map(({ headers }) => JSON.stringify(headers))}::text[],
      ${rows.map(({ query }) => JSON.stringify(query))}::text[], ${rows.map(({ digest }) => digest)}::bytea[],
      ${rows.map(({ sender }) => JSON.stringify(sender))}::text[], ${rows.map(({ received_at }) => received_at)}::timestamptz[])
      as pushes (id, platform, body, headers, query, digest, sender, received_at)
    on conflict do nothing returning id`
  return stored.map(({ id }) => id)
}

export interface PushFilter {
  readonly platform: string | undefined
  readonly since: Date
}

/** Lists the pushes since a time, oldest first, a page at a time. */
export async function listPushIds(db: Db, { platform, since }: PushFilter, after: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from inbound_pushes where id > ${after} and received_at >= ${since}
    ${platform === undefined ? db`` : db`and platform = ${platform}`} order by id limit 1000`
  return rows.map(({ id }) => id)
}

/** Marks pushes as unhandled, so that they are processed again. */
export async function reopenPushes(db: Db, ids: readonly string[]): Promise<void> {
  await db`update inbound_pushes set handled_at = null where id = any(${ids})`
}

/** Lists the first unhandled ones of these pushes, until their size reaches `bytes`. */
export async function listUnhandledPushes(db: Db, ids: readonly string[], bytes: number): Promise<PushRow[]> {
  return db<PushRow[]>`
    select * from (
      select *, sum(octet_length(body)) over (order by id) - octet_length(body) as bytes_before
      from inbound_pushes where id = any(${ids}) and handled_at is null) as pushes
    where bytes_before < ${bytes} order by id`
}

export async function markPushesHandled(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db`update inbound_pushes set handled_at = ${now} where id = any(${ids})`
}

/**
 * Deletes old pushes by id, because ids sort by time. A push that could not be processed is kept longer, for the person who
 * repairs it.
 */
export async function deletePushes(db: Db, before: { handledId: string; anyId: string }, limit: number) {
  const { count } = await db`
    delete from inbound_pushes where id in (
      select id from inbound_pushes where id < ${before.anyId} or (id < ${before.handledId} and handled_at is not null)
      order by id limit ${limit})`
  return count
}
