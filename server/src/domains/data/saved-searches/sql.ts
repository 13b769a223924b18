import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { SavedSearch } from './contract.ts'

export interface SavedSearchRow {
  workspace_id: string
  id: string
  name: string
  action: SavedSearch['action']
  query: string
  filters: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
}

/** Prevents other transactions from adding a saved search to the workspace until this one ends. */
export async function lockSavedSearches(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('saved_searches'), hashtext(${workspaceId}))`
}

export async function countSavedSearches(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from saved_searches where workspace_id = ${workspaceId}`
  return row.count
}

export async function insertSavedSearch(db: Db, row: SavedSearchRow): Promise<void> {
  await db`insert into saved_searches ${db({ ...row, filters: row.filters && db.json(row.filters as never) })}`
}

export async function findSavedSearch(db: Db, workspaceId: string, id: string): Promise<SavedSearchRow | undefined> {
  const [row] = await db<SavedSearchRow[]>`
    select * from saved_searches where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function listSavedSearches(
  db: Db,
  workspaceId: string,
  { limit, after, action }: { limit: number; after: string | undefined; action: SavedSearch['action'] | undefined },
): Promise<PageRows<SavedSearchRow>> {
  return readPage(
    db,
    limit,
    db<SavedSearchRow[]>`
    select * from saved_searches where workspace_id = ${workspaceId} ${after ? db`and id < ${after}` : db``}
    ${action ? db`and action = ${action}` : db``} order by id desc`,
  )
}

export async function updateSavedSearch(
  db: Db,
  workspaceId: string,
  id: string,
  change: Pick<SavedSearchRow, 'name' | 'action' | 'query' | 'filters' | 'updated_at'>,
): Promise<SavedSearchRow | undefined> {
  const [row] = await db<SavedSearchRow[]>`
    update saved_searches set ${db({ ...change, filters: change.filters && db.json(change.filters as never) })}
    where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function deleteSavedSearch(db: Db, workspaceId: string, id: string): Promise<SavedSearchRow | undefined> {
  const [row] = await db<SavedSearchRow[]>`
    delete from saved_searches where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}
