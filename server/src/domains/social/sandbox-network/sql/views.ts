import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { ItemRow } from './items.ts'
import type { EntityRow } from './people.ts'
import type { PostRow } from './posts.ts'

/** An entity with the name of its user. */
export type ViewedEntity = EntityRow & { username: string }
export type ViewedPost = PostRow & { entity_name: string; username: string }

/** Searches all workspaces: the key is all that the reader sends. */
export async function findPostByViewKey(db: Db, key: string): Promise<ViewedPost | undefined> {
  const [row] = await db<ViewedPost[]>`
    select p.*, e.name as entity_name, u.username from sandbox_posts p
    join sandbox_entities e on e.workspace_id = p.workspace_id and e.id = p.entity_id
    join sandbox_users u on u.workspace_id = e.workspace_id and u.id = e.user_id
    where p.view_key = ${key} and p.status <> 'deleted'`
  return row
}

/** Searches all workspaces, too. */
export async function findEntityByViewKey(db: Db, key: string): Promise<ViewedEntity | undefined> {
  const [row] = await db<ViewedEntity[]>`
    select e.*, u.username from sandbox_entities e
    join sandbox_users u on u.workspace_id = e.workspace_id and u.id = e.user_id where e.view_key = ${key}`
  return row
}

export async function listEntityPage(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<ViewedEntity>> {
  return readPage(
    db,
    limit,
    db<ViewedEntity[]>`
    select e.*, u.username from sandbox_entities e
    join sandbox_users u on u.workspace_id = e.workspace_id and u.id = e.user_id
    where e.workspace_id = ${workspaceId} ${after === undefined ? db`` : db`and e.id < ${after}`} order by e.id desc`,
  )
}

/** Lists the last items whose data contains `data`, oldest first. */
export async function listLastItems(
  db: Db,
  workspaceId: string,
  { entityId, kind, data, limit }: { entityId: string; kind: string; data: Record<string, unknown>; limit: number },
): Promise<ItemRow[]> {
  return db<ItemRow[]>`
    select * from (
      select * from sandbox_items where workspace_id = ${workspaceId} and entity_id = ${entityId} and kind = ${kind}
      and data @> ${db.json(data)}::jsonb and not coalesce((data ->> 'is_deleted')::boolean, false)
      order by id desc limit ${limit}) last
    order by id`
}

export async function listStatuses(
  db: Db,
  workspaceId: string,
  entityId: string,
  messageIds: readonly string[],
): Promise<{ message_id: string; status: string }[]> {
  return db<{ message_id: string; status: string }[]>`
    select data ->> 'message_id' as message_id, data ->> 'status' as status from sandbox_items
    where workspace_id = ${workspaceId} and entity_id = ${entityId} and kind = 'message_status'
    and data ->> 'message_id' = any(${messageIds}) order by seq`
}
