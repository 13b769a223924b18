import { type NewWorkspace, openWorkspace } from '../../../domains/billing/onboarding/service.ts'
import { closeAdminWorkspace } from '../../../domains/closing/service.ts'
import { writeAudit } from '../../../domains/identity/audit/service.ts'
import { listAllWorkspaces } from '../../../domains/identity/workspaces/service.ts'
import type { Context } from '../../../kit/context.ts'

/** Name of the workspace that the checks work in. */
export const TEMPORARY_NAME = 'Temporary workspace of quoin-server doctor --deep'

const BY = { actor: 'quoin-server doctor', reason: 'doctor --deep checks this deployment' }
const PAGE_SIZE = 1000

export function openTemporaryWorkspace(ctx: Context): Promise<NewWorkspace> {
  return openWorkspace(ctx, TEMPORARY_NAME, ({ workspaceId }, tx) =>
    writeAudit(ctx, tx, workspaceId, { by: BY, action: 'workspaces.create', detail: { name: TEMPORARY_NAME } }),
  )
}

/** Closes a temporary workspace: its keys are refused at once, and a running server ends everything in it. */
export async function closeTemporaryWorkspace(ctx: Context, id: string): Promise<void> {
  await closeAdminWorkspace(ctx, ctx.db, id, BY)
}

/**
 * Closes the workspaces that killed runs left open, and returns their number. A workspace that a user opened under the same name
 * has a creator and a member, so it is never one of them.
 */
export async function closeLeftovers(ctx: Context): Promise<number> {
  let closed = 0
  for (let after: string | undefined, hasMore = true; hasMore; ) {
    const page = await listAllWorkspaces(ctx.db, { limit: PAGE_SIZE, after })
    for (const row of page.rows) {
      const isOurs = row.name === TEMPORARY_NAME && row.created_by === null && row.members === 0
      if (!isOurs || row.closed_at !== null) continue
      await closeTemporaryWorkspace(ctx, row.id)
      closed++
    }
    after = page.rows.at(-1)?.id
    hasMore = page.hasMore && after !== undefined
  }
  return closed
}
