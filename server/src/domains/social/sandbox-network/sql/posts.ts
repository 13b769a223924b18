import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import { booleanArray, numberArray, textArray } from '../../../../kit/postgres/arrays.ts'
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
  /** Number of reads left until a post in processing is live. */
  asks_left: number
  created_at: Date
  view_key: string
}

/** Inserts posts; those whose handle is already known are missing from the result. */
export async function insertPosts(db: Db, workspaceId: string, rows: readonly PostRow[]): Promise<PostRow[]> {
  const texts = (read: (row: PostRow) => string) => textArray(rows.map(read))
  return db<PostRow[]>`
    insert into sandbox_posts (workspace_id, id, entity_id, handle, is_handle_known, body, media, options, status, asks_left,
      created_at, view_key)
    select ${workspaceId}, n.id, n.entity_id, n.handle, n.is_handle_known, n.body, n.media::text[], n.options::jsonb, n.status,
      n.asks_left, n.created_at, n.view_key
    from unnest(
      ${texts((row) => row.id)}::text[], ${texts((row) => row.entity_id)}::text[], ${texts((row) => row.handle)}::text[],
      ${booleanArray(rows.map((row) => row.is_handle_known))}::boolean[], ${texts((row) => row.body)}::text[],
      ${texts((row) => textArray(row.media))}::text[], ${texts((row) => JSON.stringify(row.options))}::text[],
      ${texts((row) => row.status)}::text[], ${numberArray(rows.map((row) => row.asks_left))}::integer[],
      ${texts((row) => row.created_at.toISOString())}::timestamptz[], ${texts((row) => row.view_key)}::uuid[]
    ) as n (id, entity_id, handle, is_handle_known, body, media, options, status, asks_left, created_at, view_key)
    on conflict (workspace_id, entity_id, handle) where is_handle_known do nothing returning *`
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
  return db<PostRow[]>`${visiblePosts(db, workspaceId, filter)} limit ${filter.limit}`
}

export async function listPostPage(db: Db, workspaceId: string, filter: PostFilter): Promise<PageRows<PostRow>> {
  return readPage(db, filter.limit, visiblePosts(db, workspaceId, filter))
}

/** Selects posts that are visible on the network: all except deleted ones. */
function visiblePosts(db: Db, workspaceId: string, { entityId, handle, ids, after }: PostFilter) {
  return db<PostRow[]>`
    select * from sandbox_posts where workspace_id = ${workspaceId} and status <> 'deleted'
    ${entityId === undefined ? db`` : db`and entity_id = ${entityId}`}
    ${handle === undefined ? db`` : db`and handle = ${handle}`}
    ${ids === undefined ? db`` : db`and id = any(${ids})`}
    ${after === undefined ? db`` : db`and id < ${after}`}
    order by id desc`
}

/** Counts a read of a post in processing; the last one makes it live. */
export async function countRead(db: Db, workspaceId: string, id: string): Promise<PostRow | undefined> {
  const [post] = await db<PostRow[]>`
    update sandbox_posts set asks_left = asks_left - 1, status = case when asks_left <= 1 then 'live' else status end
    where workspace_id = ${workspaceId} and id = ${id} and status = 'processing' returning *`
  return post
}

export async function markPostDeleted(db: Db, workspaceId: string, id: string, entityIds: string[]): Promise<boolean> {
  const { count } = await db`
    update sandbox_posts set status = 'deleted' where workspace_id = ${workspaceId} and id = ${id}
    and entity_id = any(${entityIds}) and status <> 'deleted'`
  return count > 0
}
