import type { Context } from '../../../kit/context.ts'
import { ApiError, notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { assertUnchanged, nextVersionAt, type ResourceVersion } from '../../../kit/declare/version.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { SAVED_SEARCHES_MAX, type SavedSearch, type SavedSearchRequest } from './contract.ts'
import * as sql from './sql.ts'

export async function saveSearch(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: SavedSearchRequest,
): Promise<SavedSearch> {
  const now = ctx.clock.now()
  const row = {
    workspace_id: workspaceId,
    id: ctx.ids.next('savedSearch'),
    ...fields(body),
    created_at: now,
    updated_at: now,
  }
  await transaction(db, async (tx) => {
    await sql.lockSavedSearches(tx, workspaceId)
    if ((await sql.countSavedSearches(tx, workspaceId)) >= SAVED_SEARCHES_MAX)
      throw new ApiError(
        'wrong_state',
        `This workspace already has ${SAVED_SEARCHES_MAX} saved searches, the maximum. Delete one first.`,
      )
    await sql.insertSavedSearch(tx, row)
  })
  return present(row)
}

export async function listSearches(
  db: Db,
  workspaceId: string,
  { limit, cursor, action }: { limit: number; cursor?: string; action?: SavedSearch['action'] },
): Promise<Page<SavedSearch>> {
  return toPage(
    await sql.listSavedSearches(db, workspaceId, { limit, after: afterId(cursor, 'srch'), action }),
    present,
  )
}

export async function getSearch(db: Db, workspaceId: string, id: string): Promise<SavedSearch> {
  return presentExisting(await sql.findSavedSearch(db, workspaceId, id))
}

export async function replaceSearch(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { id, ifMatch }: ResourceVersion,
  body: SavedSearchRequest,
): Promise<SavedSearch> {
  return transaction(db, async (tx) => {
    await sql.lockSavedSearches(tx, workspaceId)
    const before = await getSearch(tx, workspaceId, id)
    assertUnchanged(ifMatch, before)
    const updated_at = nextVersionAt(ctx.clock.now(), new Date(before.updated_at))
    return presentExisting(await sql.updateSavedSearch(tx, workspaceId, id, { ...fields(body), updated_at }))
  })
}

export async function deleteSearch(db: Db, workspaceId: string, id: string): Promise<SavedSearch> {
  return presentExisting(await sql.deleteSavedSearch(db, workspaceId, id))
}

function fields({ name, action, query, filters = null }: SavedSearchRequest) {
  return { name, action, query, filters }
}

function presentExisting(row: sql.SavedSearchRow | undefined): SavedSearch {
  if (!row) throw notFound('saved search')
  return present(row)
}

function present({ workspace_id: _, ...row }: sql.SavedSearchRow): SavedSearch {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}
