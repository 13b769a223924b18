import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface EntityRow {
  workspace_id: string
  id: string
  account_id: string
  kind: string
  external_id: string
  name: string
  parent_external_id: string | null
  metadata: Record<string, unknown>
  grants: string[]
  selectable: boolean
  unselectable_reason: string | null
  secret: string | null
  last_refreshed_at: Date
}

/** Inserts or updates an entity; a known one keeps its id. */
export async function upsertEntity(db: Db, row: EntityRow): Promise<void> {
  await db`
    insert into account_entities ${db({ ...row, metadata: db.json(row.metadata) })}
    on conflict (workspace_id, account_id, external_id) do update set
      kind = excluded.kind, name = excluded.name, parent_external_id = excluded.parent_external_id,
      metadata = excluded.metadata, grants = excluded.grants, selectable = excluded.selectable,
      unselectable_reason = excluded.unselectable_reason, secret = excluded.secret,
      last_refreshed_at = excluded.last_refreshed_at`
}

export async function deleteOtherEntities(
  db: Db,
  workspaceId: string,
  accountId: string,
  externalIds: readonly string[],
): Promise<void> {
  await db`
    delete from account_entities where workspace_id = ${workspaceId} and account_id = ${accountId}
    and external_id <> all(${externalIds}::text[])`
}

export async function findEntity(
  db: Db,
  workspaceId: string,
  accountId: string,
  by: { id: string } | { externalId: string },
): Promise<EntityRow | undefined> {
  const [row] = await db<EntityRow[]>`
    select * from account_entities where workspace_id = ${workspaceId} and account_id = ${accountId}
    and ${'id' in by ? db`id = ${by.id}` : db`external_id = ${by.externalId}`}`
  return row
}

export async function listEntities(
  db: Db,
  workspaceId: string,
  accountId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<EntityRow>> {
  return readPage(
    db,
    limit,
    db<EntityRow[]>`
    select * from account_entities where workspace_id = ${workspaceId} and account_id = ${accountId}
    ${after ? db`and id < ${after}` : db``} order by id desc`,
  )
}
