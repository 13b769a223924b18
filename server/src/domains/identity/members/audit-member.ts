import type { Context, Principal } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../audit/service.ts'

/** What a signed-in user did in a workspace. */
export async function auditMember(
  ctx: Context,
  tx: Db,
  { workspaceId, user }: Pick<Principal, 'workspaceId' | 'user'>,
  { action, detail }: { action: string; detail: Record<string, unknown> },
): Promise<void> {
  await writeAudit(ctx, tx, workspaceId, { by: { actor: user?.email ?? '', reason: '' }, action, detail })
}
