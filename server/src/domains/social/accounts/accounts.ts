import type { Principal } from '../../../kit/context.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import { getAccountRow } from './connecting/store.ts'
import type { Account, AccountEntity, AccountHealth } from './contract/resources.ts'
import { presentAccount, presentHealth } from './present.ts'
import * as sql from './sql/accounts.ts'
import { type EntityRow, listEntities } from './sql/entities.ts'

export interface AccountQuery {
  readonly limit: number
  readonly cursor?: string
  readonly profile_id?: string
  readonly platform?: string
  readonly status?: string
}

export async function getAccount(db: Db, principal: Principal, id: string): Promise<Account> {
  const row = await getAccountRow(db, principal.workspaceId, id)
  assertReachable(principal, row.profile_id)
  return presentAccount(row)
}

export async function getHealth(db: Db, principal: Principal, id: string): Promise<AccountHealth> {
  const { platform, status, health } = await getAccount(db, principal, id)
  return { account_id: id, platform, status, health }
}

export function listAccounts(db: Db, principal: Principal, query: AccountQuery): Promise<Page<Account>> {
  return list(db, principal, query, presentAccount)
}

export function listHealth(db: Db, principal: Principal, query: AccountQuery): Promise<Page<AccountHealth>> {
  return list(db, principal, query, presentHealth)
}

async function list<T>(
  db: Db,
  principal: Principal,
  query: AccountQuery,
  present: (row: sql.AccountRow) => T,
): Promise<Page<T>> {
  const rows = await sql.listAccounts(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'acc'),
    only: principal.profileIds,
    ...(query.profile_id !== undefined && { profileId: query.profile_id }),
    ...(query.platform !== undefined && { platform: query.platform }),
    ...(query.status !== undefined && { status: query.status }),
  })
  return pageOf(rows, present)
}

/** The signed-in accounts, of all workspaces, that act as an entity of a platform. */
export async function listAccountsActingAs(
  db: Db,
  platform: string,
  externalId: string,
): Promise<{ workspaceId: string; id: string }[]> {
  const rows = await sql.listAccountsOfEntity(db, platform, externalId)
  return rows.map(({ workspace_id, id }) => ({ workspaceId: workspace_id, id }))
}

export async function listAccountEntities(
  db: Db,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<AccountEntity>> {
  const account = await getAccount(db, principal, id)
  const filter = { limit: query.limit, after: afterId(query.cursor, 'ent') }
  const rows = await listEntities(db, principal.workspaceId, id, filter)
  return pageOf(rows, (row) => presentEntity(row, account.active_entity?.id))
}

function presentEntity(row: EntityRow, activeId: string | undefined): AccountEntity {
  return {
    id: row.id,
    kind: row.kind,
    external_id: row.external_id,
    name: row.name,
    parent_external_id: row.parent_external_id,
    metadata: row.metadata,
    grants: row.grants,
    selectable: row.selectable,
    unselectable_reason: row.unselectable_reason,
    is_active: row.id === activeId,
    last_refreshed_at: row.last_refreshed_at.toISOString(),
  }
}
