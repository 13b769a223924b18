import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface PostRow {
  workspace_id: string
  id: string
  entity_id: string
  handle: string
  is_handle_known: boolean
  body: string
  media: string[]
  options: Record<string, unknown>
  status: 'live' | 'processing' | 'deleted'
  asks_left: number
  created_at: Date
}

/** Undefined when the handle is known already. */
export async function insertPost(db: Db, row: PostRow): Promise<PostRow | undefined> {
  const [post] = await db<PostRow[]>`
    insert into sandbox_posts ${db({ ...row, options: db.json(row.options) })}
    on conflict (workspace_id, entity_id, handle) where is_handle_known do nothing returning *`
  return post
}

export async function findPostByHandle(
  db: Db,
  workspaceId: string,
  entityId: string,
  handle: string,
): Promise<PostRow | undefined> {
  const [post] = await db<PostRow[]>`
    select * from sandbox_posts where workspace_id = ${workspaceId} and entity_id = ${entityId}
    and handle = ${handle} and is_handle_known`
  return post
}

export async function forgetHandle(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`update sandbox_posts set is_handle_known = false where workspace_id = ${workspaceId} and id = ${id}`
}

export interface PostFilter {
  readonly entityId?: string
  readonly handle?: string
  readonly ids?: readonly string[]
  readonly after?: string
  readonly limit: number
}

export async function listPosts(db: Db, workspaceId: string, filter: PostFilter): Promise<PostRow[]> {
  return db<PostRow[]>`${seen(db, workspaceId, filter)} limit ${filter.limit}`
}

export async function listPostPage(db: Db, workspaceId: string, filter: PostFilter): Promise<PageRows<PostRow>> {
  return readPage(db, filter.limit, seen(db, workspaceId, filter))
}

/** What can be seen on the network: what was deleted cannot. */
function seen(db: Db, workspaceId: string, { entityId, handle, ids, after }: PostFilter) {
  return db<PostRow[]>`
    select * from sandbox_posts where workspace_id = ${workspaceId} and status <> 'deleted'
    ${entityId === undefined ? db`` : db`and entity_id = ${entityId}`}
    ${handle === undefined ? db`` : db`and handle = ${handle}`}
    ${ids === undefined ? db`` : db`and id = any(${ids})`}
    ${after === undefined ? db`` : db`and id < ${after}`}
    order by id desc`
}

/** A question about a post that is being processed brings it one nearer. */
export async function countAsk(db: Db, workspaceId: string, id: string): Promise<PostRow | undefined> {
  const [post] = await db<PostRow[]>`
    update sandbox_posts set asks_left = asks_left - 1, status = case when asks_left <= 1 then 'live' else status end
    where workspace_id = ${workspaceId} and id = ${id} and status = 'processing' returning *`
  return post
}

export async function markPostDeleted(db: Db, workspaceId: string, entityIds: string[], id: string): Promise<boolean> {
  const { count } = await db`
    update sandbox_posts set status = 'deleted' where workspace_id = ${workspaceId} and id = ${id}
    and entity_id = any(${entityIds}) and status <> 'deleted'`
  return count > 0
}

export interface ItemRow {
  workspace_id: string
  id: string
  entity_id: string
  kind: string
  handle: string | null
  data: Record<string, unknown>
  seq: number
  created_at: Date
}

/** Writers of a workspace take turns, so that a feed read by seq never passes over one that commits late. */
export async function lockFeed(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('sandbox feed'), hashtext(${workspaceId}))`
}

export async function insertItem(db: Db, row: Omit<ItemRow, 'seq'>): Promise<ItemRow> {
  const [item] = await db<ItemRow[]>`
    insert into sandbox_items ${db({ ...row, data: db.json(row.data) })}
    on conflict on constraint sandbox_items_handle_key do update set handle = excluded.handle
    returning *`
  return item as ItemRow
}

export async function findItem(db: Db, workspaceId: string, kind: string, id: string): Promise<ItemRow | undefined> {
  const [item] = await db<ItemRow[]>`
    select * from sandbox_items where workspace_id = ${workspaceId} and kind = ${kind} and id = ${id}`
  return item
}

/** The newest item of a kind whose data holds this. */
export async function findLastItem(
  db: Db,
  workspaceId: string,
  entityId: string,
  kind: string,
  data: Record<string, unknown>,
): Promise<ItemRow | undefined> {
  const [item] = await db<ItemRow[]>`
    select * from sandbox_items where workspace_id = ${workspaceId} and entity_id = ${entityId} and kind = ${kind}
    and data @> ${db.json(data)} order by seq desc limit 1`
  return item
}

/** Changes an item and moves it to the end of the feed. */
export async function changeItem(
  db: Db,
  workspaceId: string,
  id: string,
  change: Record<string, unknown>,
): Promise<ItemRow | undefined> {
  const [item] = await db<ItemRow[]>`
    update sandbox_items set data = data || ${db.json(change)}, seq = default
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return item
}

export async function listItems(
  db: Db,
  workspaceId: string,
  feed: { entityId: string; kinds: string[]; after: number; limit: number },
): Promise<ItemRow[]> {
  return db<ItemRow[]>`
    select * from sandbox_items where workspace_id = ${workspaceId} and entity_id = ${feed.entityId}
    and kind = any(${feed.kinds}) and seq > ${feed.after} order by seq limit ${feed.limit}`
}

export async function countComments(
  db: Db,
  workspaceId: string,
  postIds: readonly string[],
): Promise<{ post_id: string; count: number }[]> {
  return db<{ post_id: string; count: number }[]>`
    select data ->> 'post_id' as post_id, count(*) as count from sandbox_items
    where workspace_id = ${workspaceId} and kind = 'comment' and data ->> 'post_id' = any(${postIds})
    group by 1`
}
