import { coalesceReads } from '../../../../kit/postgres/coalesce.ts'
import { type Db, isPool } from '../../../../kit/postgres/db.ts'
import type { Account } from '../../accounts/contract/resources.ts'

export interface AccountRow {
  id: string
  profile_id: string
  platform: string
  status: Account['status']
  active_external_id: string | null
  entity_kind: string | null
  entity_metadata: Record<string, unknown> | null
}

/** Reads the accounts of a post, each with the limits of the entity it acts as. Concurrent requests share a statement. */
export async function listAccounts(db: Db, workspaceId: string, ids: readonly string[]): Promise<AccountRow[]> {
  if (!isPool(db)) return readAccounts(db, workspaceId, ids)
  const found = await Promise.all(ids.map((id) => findAccount(db, workspaceId, id)))
  return found.filter((account) => account !== undefined)
}

async function readAccounts(db: Db, workspaceId: string, ids: readonly string[]): Promise<AccountRow[]> {
  return db<AccountRow[]>`
    select a.id, a.profile_id, a.platform, a.status, a.active_external_id, e.kind as entity_kind, e.metadata as entity_metadata
    from accounts a
    left join account_entities e on e.workspace_id = a.workspace_id and e.id = a.active_entity_id
    where a.workspace_id = ${workspaceId} and a.id = any(${ids})`
}

const findAccount = coalesceReads(readAccounts)
