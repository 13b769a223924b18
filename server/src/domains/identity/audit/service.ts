import type { Context, Principal } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { AuditEntry } from './contract.ts'
import * as sql from './sql.ts'

/**
 * Actor of a change, and the reason. Operators need both for every change; users need no reason for changes to their own
 * resources.
 */
export interface ActorAndReason {
  readonly actor: string
  readonly reason: string
}

/** The `workspace_id` of entries that belong to no single workspace: the operator's changes to all of them, and sign-ins. */
export const ALL_WORKSPACES = ''

/** Writes an audit entry in the transaction of its change. */
export async function writeAudit(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  entry: { by: ActorAndReason; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await sql.insertAudit(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.next('audit'),
    actor: entry.by.actor,
    action: entry.action,
    reason: entry.by.reason,
    detail: entry.detail,
    created_at: ctx.clock.now(),
  })
}

/** Writes an audit entry for a signed-in user or a key in its workspace. */
export async function auditCaller(
  ctx: Context,
  tx: Db,
  { workspaceId, user, keyId }: Pick<Principal, 'workspaceId' | 'user' | 'keyId'>,
  { action, detail }: { action: string; detail: Record<string, unknown> },
): Promise<void> {
  await writeAudit(ctx, tx, workspaceId, { by: { actor: user?.email ?? keyId, reason: '' }, action, detail })
}

/** Returns true when the user was an owner of the workspace before, according to the log. */
export async function wasOwner(db: Db, workspaceId: string, userId: string): Promise<boolean> {
  const actions = ['members.update', 'members.remove', 'members.leave']
  return sql.hasAudit(db, workspaceId, { actions, detail: { user_id: userId, previous_role: 'owner' } })
}

export async function listAudit(
  db: Db,
  query: { limit: number; cursor?: string; workspace_id?: string },
): Promise<Page<AuditEntry>> {
  const page = { limit: query.limit, after: afterId(query.cursor) }
  return toPage(await sql.listAudit(db, query.workspace_id, page), (row) => ({
    id: row.id,
    workspace_id: row.workspace_id === ALL_WORKSPACES ? null : row.workspace_id,
    actor: row.actor,
    action: row.action,
    reason: row.reason,
    detail: row.detail,
    created_at: row.created_at.toISOString(),
  }))
}
