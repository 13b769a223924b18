import type { Context } from '../../../kit/context.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, writeAudit } from '../../identity/audit/service.ts'
import { idempotencyKeyReused } from '../../identity/idempotency/service.ts'
import { assertWorkspaceExists } from '../../identity/workspaces/service.ts'
import { type GrantResult, grantCredits } from '../credits/grants.ts'
import { refundCharge } from '../credits/refund-charge.ts'
import { deductCredits, revokeGrant } from '../credits/revoke.ts'
import type { Grant, GrantRequest, RefundRequest } from './contract/admin-actions.ts'

/** Grants credits once per idempotency key, permanently: the key is the grant's source. */
export async function grantWorkspaceCredits(ctx: Context, db: Db, key: string, body: GrantRequest): Promise<Grant> {
  const { workspace_id: workspaceId, credits: amount } = body
  await assertWorkspaceExists(db, workspaceId)
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  return transaction(db, async (tx) => {
    const wanted = { kind: 'manual', source: key, amount, expiresAt } as const
    const { grant, isNew } = await grantCredits(ctx, tx, workspaceId, wanted)
    if (!isNew && grant.amount !== amount) throw idempotencyKeyReused()
    const detail = { grant_id: grant.id, credits: amount }
    if (isNew) await writeAudit(ctx, tx, workspaceId, { by: body, action: 'credits.grant', detail })
    return presentGrant(workspaceId, grant)
  })
}

/** Revokes the rest of a grant, or a part of it; returns the number of credits. */
export async function revokeWorkspaceGrant(
  ctx: Context,
  workspaceId: string,
  { grantId, credits }: { grantId: string; credits?: number | undefined },
  by: ActorAndReason,
): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const taken = await revokeGrant(ctx, tx, workspaceId, { grantId, credits, reason: by.reason })
    const detail = { grant_id: grantId, credits: taken }
    await writeAudit(ctx, tx, workspaceId, { by, action: 'credits.revoke', detail })
    return taken
  })
}

/**
 * Grants a positive number of credits; deducts a negative one from the grants that would be spent next, completely or not at all.
 */
export async function adjustWorkspaceCredits(
  ctx: Context,
  workspaceId: string,
  credits: number,
  by: ActorAndReason,
): Promise<void> {
  await assertWorkspaceExists(ctx.db, workspaceId)
  await transaction(ctx.db, async (tx) => {
    const source = ctx.ids.ulid()
    if (credits > 0) await grantCredits(ctx, tx, workspaceId, { kind: 'manual', source, amount: credits })
    else await deductCredits(ctx, tx, workspaceId, { credits: -credits, reason: by.reason })
    await writeAudit(ctx, tx, workspaceId, { by, action: 'credits.adjust', detail: { credits } })
  })
}

export async function refundWorkspaceCharge(ctx: Context, db: Db, holdId: string, body: RefundRequest): Promise<Grant> {
  const { workspace_id: workspaceId, credits } = body
  return transaction(db, async (tx) => {
    const { grant, isNew } = await refundCharge(ctx, tx, workspaceId, { holdId, credits })
    const detail = { hold_id: holdId, grant_id: grant.id, credits: grant.amount }
    if (isNew) await writeAudit(ctx, tx, workspaceId, { by: body, action: 'credits.refund', detail })
    return presentGrant(workspaceId, grant)
  })
}

function presentGrant(workspaceId: string, row: GrantResult['grant']): Grant {
  return {
    id: row.id,
    workspace_id: workspaceId,
    kind: row.kind,
    credits: row.amount,
    remaining: row.remaining,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
