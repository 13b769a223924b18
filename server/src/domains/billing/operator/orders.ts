import type { Context } from '../../../kit/context.ts'
import type { Page } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type ActorAndReason, writeAudit } from '../../identity/audit/service.ts'
import { type AdminOrder, approveOrder, cancelOrder, listOrderPage, refundOrder } from '../payments/orders/admin.ts'

export async function listWorkspaceOrders(
  ctx: Context,
  db: Db,
  query: Parameters<typeof listOrderPage>[2],
): Promise<Page<AdminOrder>> {
  return listOrderPage(ctx, db, query)
}

export async function approveWorkspaceOrder(
  ctx: Context,
  db: Db,
  orderId: string,
  by: ActorAndReason,
): Promise<AdminOrder> {
  return approveOrder(ctx, db, orderId, createAuditWriter(ctx, 'orders.approve', by))
}

export async function cancelWorkspaceOrder(ctx: Context, orderId: string, by: ActorAndReason): Promise<AdminOrder> {
  const { reason } = by
  return cancelOrder(ctx, orderId, { reason, writeAudit: createAuditWriter(ctx, 'orders.cancel', by) })
}

export async function refundWorkspaceOrder(ctx: Context, orderId: string, by: ActorAndReason): Promise<AdminOrder> {
  return refundOrder(ctx, orderId, createAuditWriter(ctx, 'orders.refund', by))
}

function createAuditWriter(ctx: Context, action: string, by: ActorAndReason) {
  return (tx: Db, { workspace_id, id, status }: AdminOrder) =>
    writeAudit(ctx, tx, workspace_id, { by, action, detail: { order_id: id, status } })
}
