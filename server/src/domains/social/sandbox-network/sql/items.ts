import type { Db } from '../../../../kit/postgres/db.ts'

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

/**
 * Allows only one transaction of a workspace to write items at a time: otherwise a feed read by `seq` would miss one that commits
 * late.
 */
export async function lockItems(db: Db, workspaceId: string): Promise<void> {
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

export async function findItemById(db: Db, workspaceId: string, id: string): Promise<ItemRow | undefined> {
  const [item] = await db<ItemRow[]>`select * from sandbox_items where workspace_id = ${workspaceId} and id = ${id}`
  return item
}

/** Finds the newest item of a kind whose data contains `data`. */
export async function findLastItem(
  db: Db,
  workspaceId: string,
  { entityId, kind, data }: { entityId: string; kind: string; data: Record<string, unknown> },
): Promise<ItemRow | undefined> {
  const [item] = await db<ItemRow[]>`
    select * from sandbox_items where workspace_id = ${workspaceId} and entity_id = ${entityId} and kind = ${kind}
    and data @> ${db.json(data)}::jsonb order by seq desc limit 1`
  return item
}

/** Changes an item and moves it to the end of the feed. */
export async function updateItem(
  db: Db,
  workspaceId: string,
  id: string,
  change: Record<string, unknown>,
): Promise<ItemRow | undefined> {
  const [next] = await db<[{ seq: number }]>`select nextval(pg_get_serial_sequence('sandbox_items', 'seq')) as seq`
  const [item] = await db<ItemRow[]>`
    update sandbox_items set data = data || ${db.json(change)}::jsonb, seq = ${next.seq}
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
