import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, writeAudit } from '../../identity/audit/service.ts'
import type { ApiKey, ApiKeyRequest, CreatedApiKey } from '../../identity/keys/contract.ts'
import { mintRequestedKey, revokeKey } from '../../identity/keys/service.ts'
import { assertWorkspaceExists } from '../../identity/workspaces/service.ts'

/** Creates a key for a workspace whose keys are all revoked, expired or lost. */
export async function createWorkspaceKey(
  ctx: Context,
  workspaceId: string,
  body: ApiKeyRequest,
  by: ActorAndReason,
): Promise<CreatedApiKey> {
  await assertWorkspaceExists(ctx.db, workspaceId)
  return transaction(ctx.db, async (tx) => {
    const created = await mintRequestedKey(ctx, tx, workspaceId, { body, mintedBy: null })
    const detail = { key_id: created.id, key_prefix: created.key_prefix }
    await writeAudit(ctx, tx, workspaceId, { by, action: 'keys.create', detail })
    return created
  })
}

export async function revokeWorkspaceKey(
  ctx: Context,
  workspaceId: string,
  keyId: string,
  by: ActorAndReason,
): Promise<ApiKey> {
  return transaction(ctx.db, async (tx) => {
    const revoked = await revokeKey(ctx, tx, workspaceId, keyId)
    await writeAudit(ctx, tx, workspaceId, { by, action: 'keys.revoke', detail: { key_id: keyId } })
    return revoked
  })
}
