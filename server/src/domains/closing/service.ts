import type { Context, Principal } from '../../kit/context.ts'
import { InvalidRequest, invalidValue, notFound } from '../../kit/declare/errors.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { enqueue } from '../../queue/queue.ts'
import type { AdminWorkspace } from '../billing/operator/contract/people.ts'
import { getAdminWorkspace } from '../billing/operator/people.ts'
import { type ActorAndReason, writeAudit } from '../identity/audit/service.ts'
import { REOPEN_DAYS, type UserWorkspace } from '../identity/workspaces/contract.ts'
import { closeWorkspace, findWorkspaceName, getUserWorkspace, reopenWorkspace } from '../identity/workspaces/service.ts'
import { type Closing, COUNT_MAX, finishClosingJob } from './contract.ts'
import { findClosing } from './sql.ts'

export async function previewClosing(ctx: Context, db: Db, { workspaceId }: Principal, id: string): Promise<Closing> {
  const now = ctx.clock.now()
  const row = id === workspaceId ? await findClosing(db, id, { now, countMax: COUNT_MAX }) : undefined
  if (!row) throw notFound('workspace')
  const { available, held, ...rest } = row
  const reopenUntil = new Date(now.getTime() + REOPEN_DAYS * 86_400_000)
  return { ...rest, credits: { available, held }, reopen_until: reopenUntil.toISOString() }
}

export async function closeOwnWorkspace(
  ctx: Context,
  db: Db,
  principal: Principal,
  id: string,
  { confirm }: { confirm: string },
): Promise<UserWorkspace> {
  if (id !== principal.workspaceId) throw notFound('workspace')
  return transaction(db, async (tx) => {
    if (confirm !== (await findWorkspaceName(tx, id)))
      throw new InvalidRequest([invalidValue(['body', 'confirm'], 'it must be the name of the workspace')])
    await close(ctx, tx, id, { actor: principal.user?.email ?? '', reason: '' })
    return getUserWorkspace(tx, principal.keyId, id)
  })
}

export async function closeAdminWorkspace(
  ctx: Context,
  db: Db,
  id: string,
  by: ActorAndReason,
): Promise<AdminWorkspace> {
  return transaction(db, async (tx) => {
    await close(ctx, tx, id, by)
    return getAdminWorkspace(tx, id)
  })
}

/**
 * Closes a workspace. New calls are refused after the commit; the job, enqueued in the same transaction, ends everything that
 * runs.
 */
async function close(ctx: Context, tx: Db, id: string, { actor, reason }: ActorAndReason): Promise<void> {
  const closedAt = (await closeWorkspace(ctx, tx, id)).toISOString()
  await enqueue(ctx, tx, finishClosingJob, { closed_at: closedAt }, { workspaceId: id, dedupe: closedAt })
  await writeAudit(ctx, tx, id, { by: { actor, reason }, action: 'workspaces.close', detail: {} })
}

/** Reopens a workspace. The closing job, if it is still running, notices and ends. */
export async function reopenAdminWorkspace(
  ctx: Context,
  db: Db,
  id: string,
  { actor, reason }: ActorAndReason,
): Promise<AdminWorkspace> {
  return transaction(db, async (tx) => {
    await reopenWorkspace(ctx, tx, id)
    await writeAudit(ctx, tx, id, { by: { actor, reason }, action: 'workspaces.reopen', detail: {} })
    return getAdminWorkspace(tx, id)
  })
}
