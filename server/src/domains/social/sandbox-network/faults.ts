import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { FaultRequest, SandboxFault } from './contract/faults.ts'
import { assertSandboxNetwork } from './enabled.ts'
import * as sql from './sql/faults.ts'

export async function createFault(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { operation, fault, username, times = 1 }: FaultRequest,
): Promise<SandboxFault> {
  assertSandboxNetwork(ctx)
  const row: sql.FaultRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('fault'),
    operation,
    fault,
    username: username ?? null,
    times_left: times,
    created_at: ctx.clock.now(),
  }
  await sql.insertFault(db, row)
  return presentFault(row)
}

export async function listFaults(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<SandboxFault>> {
  assertSandboxNetwork(ctx)
  const filter = { limit: query.limit, after: afterId(query.cursor) }
  return toPage(await sql.listFaults(db, workspaceId, filter), presentFault)
}

export async function deleteFault(ctx: Context, db: Db, workspaceId: string, id: string): Promise<SandboxFault> {
  assertSandboxNetwork(ctx)
  const row = await sql.deleteFault(db, workspaceId, id)
  if (!row) throw notFound('fault')
  return presentFault(row)
}

function presentFault({ id, operation, fault, username, times_left, created_at }: sql.FaultRow): SandboxFault {
  const name = fault as SandboxFault['fault']
  return { id, operation, fault: name, username, times_left, created_at: created_at.toISOString() }
}
