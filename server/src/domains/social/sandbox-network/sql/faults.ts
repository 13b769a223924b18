import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface FaultRow {
  workspace_id: string
  id: string
  operation: string
  fault: string
  username: string | null
  times_left: number | null
  created_at: Date
}

export async function insertFault(db: Db, row: FaultRow): Promise<void> {
  await db`insert into sandbox_faults ${db(row)}`
}

export async function listFaults(
  db: Db,
  workspaceId: string,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<PageRows<FaultRow>> {
  return readPage(
    db,
    limit,
    db<FaultRow[]>`
    select * from sandbox_faults where workspace_id = ${workspaceId}
    ${after ? db`and id < ${after}` : db``} order by id desc`,
  )
}

export async function deleteFault(db: Db, workspaceId: string, id: string): Promise<FaultRow | undefined> {
  const [row] = await db<FaultRow[]>`
    delete from sandbox_faults where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

/** Locks the oldest fault that applies to the call, so that it does not happen more often than its count. */
export async function lockFault(
  db: Db,
  workspaceId: string,
  call: { operation: string; username: string | null },
): Promise<FaultRow | undefined> {
  const [row] = await db<FaultRow[]>`
    select * from sandbox_faults where workspace_id = ${workspaceId} and operation in (${call.operation}, '*')
    and (username is null or username = ${call.username}) order by id limit 1 for update`
  return row
}

export async function countDownFault(db: Db, { workspace_id, id, times_left }: FaultRow): Promise<void> {
  if (times_left === null) return
  if (times_left === 1) await db`delete from sandbox_faults where workspace_id = ${workspace_id} and id = ${id}`
  else
    await db`
      update sandbox_faults set times_left = times_left - 1 where workspace_id = ${workspace_id} and id = ${id}`
}

/** Returns false when this use is already known. */
export async function insertFaultUse(db: Db, workspaceId: string, key: string, now: Date): Promise<boolean> {
  const { count } = await db`
    insert into sandbox_fault_uses ${db({ workspace_id: workspaceId, key, used_at: now })} on conflict do nothing`
  return count > 0
}

export async function deleteFaultUses(db: Db, before: Date): Promise<void> {
  await db`delete from sandbox_fault_uses where used_at < ${before}`
}
