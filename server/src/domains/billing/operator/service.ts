import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, pageOf } from '../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { idempotencyKeyReused } from '../../identity/idempotency/service.ts'
import type { ApiKey, ApiKeyRequest, CreatedApiKey } from '../../identity/keys/contract.ts'
import { mintRequestedKey, revokeKey } from '../../identity/keys/service.ts'
import { assertWorkspaceExists } from '../../identity/workspaces/service.ts'
import { type Granted, grantCredits } from '../credits/grants.ts'
import type { PriceBook } from '../credits/price-book.ts'
import { publishBook } from '../credits/published-books.ts'
import { refundCharge } from '../credits/refund-charge.ts'
import { deductCredits, revokeGrant } from '../credits/revoke.ts'
import { type AdminOrder, approveOrder, cancelOrder, refundOrder } from '../payments/orders/admin.ts'
import type { AuditEntry, Grant, GrantRequest, RefundRequest } from './contract.ts'
import * as sql from './sql.ts'

/** Who acts and why. An act without both is none. */
export interface Because {
  readonly actor: string
  readonly reason: string
}

/** What stands for every workspace in the log. */
const EVERYWHERE = ''

async function record(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  action: string,
  { actor, reason }: Because,
  detail: Record<string, unknown>,
): Promise<void> {
  const id = ctx.ids.next('audit')
  const at = ctx.clock.now()
  await sql.insertAudit(tx, { workspace_id: workspaceId, id, actor, action, reason, detail, created_at: at })
}

/** Gives credits once per key, forever: the key is the grant's source. */
export async function grant(ctx: Context, db: Db, key: string, body: GrantRequest): Promise<Grant> {
  const { workspace_id: workspaceId, credits: amount } = body
  await assertWorkspaceExists(db, workspaceId)
  const expiresAt = body.expires_at ? new Date(body.expires_at) : null
  return transaction(db, async (tx) => {
    const wanted = { kind: 'manual', source: key, amount, expiresAt } as const
    const { grant: given, isNew } = await grantCredits(ctx, tx, workspaceId, wanted)
    if (!isNew && given.amount !== amount) throw idempotencyKeyReused(key)
    if (isNew) await record(ctx, tx, workspaceId, 'credits.grant', body, { grant_id: given.id, credits: amount })
    return present(workspaceId, given)
  })
}

/** Takes back what is left of a grant, or a part of it; says how much that was. */
export async function revoke(
  ctx: Context,
  workspaceId: string,
  { grantId, credits }: { grantId: string; credits?: number | undefined },
  because: Because,
): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const taken = await revokeGrant(ctx, tx, workspaceId, { grantId, credits, reason: because.reason })
    await record(ctx, tx, workspaceId, 'credits.revoke', because, { grant_id: grantId, credits: taken })
    return taken
  })
}

/** Up: a manual grant. Down: taken from what would be spent next, all of it or nothing. */
export async function adjust(ctx: Context, workspaceId: string, credits: number, because: Because): Promise<void> {
  await assertWorkspaceExists(ctx.db, workspaceId)
  await transaction(ctx.db, async (tx) => {
    const source = ctx.ids.ulid()
    if (credits > 0) await grantCredits(ctx, tx, workspaceId, { kind: 'manual', source, amount: credits })
    else await deductCredits(ctx, tx, workspaceId, { credits: -credits, reason: because.reason })
    await record(ctx, tx, workspaceId, 'credits.adjust', because, { credits })
  })
}

export async function refund(ctx: Context, db: Db, holdId: string, body: RefundRequest): Promise<Grant> {
  const { workspace_id: workspaceId, credits } = body
  return transaction(db, async (tx) => {
    const { grant: given, isNew } = await refundCharge(ctx, tx, workspaceId, { holdId, credits })
    const detail = { hold_id: holdId, grant_id: given.id, credits: given.amount }
    if (isNew) await record(ctx, tx, workspaceId, 'credits.refund', body, detail)
    return present(workspaceId, given)
  })
}

function witness(ctx: Context, action: string, because: Because) {
  return (tx: Db, order: AdminOrder) =>
    record(ctx, tx, order.workspace_id, action, because, { order_id: order.id, status: order.status })
}

export async function approve(ctx: Context, db: Db, orderId: string, because: Because): Promise<AdminOrder> {
  return approveOrder(ctx, db, orderId, witness(ctx, 'orders.approve', because))
}

export async function cancel(ctx: Context, orderId: string, because: Because): Promise<AdminOrder> {
  return cancelOrder(ctx, orderId, { reason: because.reason, writeAudit: witness(ctx, 'orders.cancel', because) })
}

export async function refundPayment(ctx: Context, orderId: string, because: Because): Promise<AdminOrder> {
  return refundOrder(ctx, orderId, witness(ctx, 'orders.refund', because))
}

export async function publishPrices(ctx: Context, book: PriceBook, because: Because): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await publishBook(ctx, tx, book)
    await record(ctx, tx, EVERYWHERE, 'prices.publish', because, { price_book: book.name })
  })
}

/** The way back in when no key of a workspace is left. */
export async function createWorkspaceKey(
  ctx: Context,
  workspaceId: string,
  body: ApiKeyRequest,
  because: Because,
): Promise<CreatedApiKey> {
  await assertWorkspaceExists(ctx.db, workspaceId)
  return transaction(ctx.db, async (tx) => {
    const made = await mintRequestedKey(ctx, tx, workspaceId, { body, mintedBy: null })
    await record(ctx, tx, workspaceId, 'keys.create', because, { key_id: made.id, key_prefix: made.key_prefix })
    return made
  })
}

export async function revokeWorkspaceKey(
  ctx: Context,
  workspaceId: string,
  keyId: string,
  because: Because,
): Promise<ApiKey> {
  return transaction(ctx.db, async (tx) => {
    const revoked = await revokeKey(ctx, tx, workspaceId, keyId)
    await record(ctx, tx, workspaceId, 'keys.revoke', because, { key_id: keyId })
    return revoked
  })
}

export async function listAudit(
  db: Db,
  query: { limit: number; cursor?: string; workspace_id?: string },
): Promise<Page<AuditEntry>> {
  const page = { limit: query.limit, after: afterId(query.cursor) }
  return pageOf(await sql.listAudit(db, query.workspace_id, page), (row) => ({
    id: row.id,
    workspace_id: row.workspace_id === EVERYWHERE ? null : row.workspace_id,
    actor: row.actor,
    action: row.action,
    reason: row.reason,
    detail: row.detail,
    created_at: row.created_at.toISOString(),
  }))
}

function present(workspaceId: string, row: Granted['grant']): Grant {
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
