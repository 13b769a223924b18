import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../../kit/declare/page.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import type { Order, OrderStatus } from '../contract/order.ts'
import { applyUpdates } from '../provider-updates/apply.ts'
import { openProvider } from '../providers/open-provider.ts'
import * as sql from '../sql/orders.ts'
import { toPurchase } from './purchase.ts'
import { presentOrder } from './read.ts'

/** An order as an operator sees it. */
export interface AdminOrder extends Order {
  readonly workspace_id: string
}

function present(ctx: Context, row: sql.OrderRow): AdminOrder {
  return { workspace_id: row.workspace_id, ...presentOrder(ctx, row) }
}

export async function listAllOrders(
  ctx: Context,
  { status, limit }: { status?: OrderStatus | undefined; limit: number },
): Promise<AdminOrder[]> {
  return (await sql.listAllOrders(ctx.db, { status, limit })).map((row) => present(ctx, row))
}

export async function listOrderPage(
  ctx: Context,
  db: Db,
  { status, limit, cursor }: { status?: OrderStatus | undefined; limit: number; cursor?: string | undefined },
): Promise<Page<AdminOrder>> {
  const rows = await sql.listOrderPage(db, { status, limit, after: afterId(cursor, 'ord') })
  return toPage(rows, (row) => present(ctx, row))
}

/** Writes the audit entry of a change, in the transaction of the change. */
type WriteAudit = (tx: Db, order: AdminOrder) => Promise<void>

/** Marks a pending order as paid and grants its credits. Concurrent approvals of one order grant once. */
export async function approveOrder(ctx: Context, db: Db, id: string, writeAudit: WriteAudit): Promise<AdminOrder> {
  return transaction(db, async (tx) => {
    const order = await lockPendingOrder(tx, id)
    if (order.provider === 'stripe')
      throw new ApiError(
        'wrong_state',
        'Stripe reports when this order is paid, so it cannot be approved. Grant the credits instead if the workspace should have them now.',
      )
    const paid = { kind: 'paid', workspaceId: order.workspace_id, orderId: id, refs: [id] } as const
    await applyUpdates(ctx, tx, order.provider, [paid])
    return finish(ctx, tx, order, writeAudit)
  })
}

/** Closes a pending order, at the provider first, so that a closed order cannot be paid. */
export async function cancelOrder(
  ctx: Context,
  id: string,
  { reason, writeAudit }: { reason: string; writeAudit: WriteAudit },
): Promise<AdminOrder> {
  const found = await getOrder(ctx.db, id)
  if (found.status !== 'pending') throw wrongStatus(found)
  const provider = await openProvider(ctx, found.provider)
  await provider.close(toPurchase(found))
  return transaction(ctx.db, async (tx) => {
    const order = await sql.lockOrder(tx, found.workspace_id, id)
    const unpaid = { kind: 'unpaid', workspaceId: found.workspace_id, orderId: id, status: 'canceled', reason } as const
    if (order?.status === 'pending') await applyUpdates(ctx, tx, order.provider, [unpaid])
    // The provider's webhook may already have reported the order as closed.
    else if (order?.status !== 'canceled') throw wrongStatus(order)
    return finish(ctx, tx, order, writeAudit)
  })
}

/** Refunds the payment and revokes the remaining credits of the order. */
export async function refundOrder(ctx: Context, id: string, writeAudit: WriteAudit): Promise<AdminOrder> {
  const order = await getOrder(ctx.db, id)
  if (order.status !== 'paid') throw wrongStatus(order)
  const provider = await openProvider(ctx, order.provider)
  const updates = await provider.refund(toPurchase(order))
  return transaction(ctx.db, async (tx) => {
    await applyUpdates(ctx, tx, order.provider, updates)
    return finish(ctx, tx, order, writeAudit)
  })
}

async function finish(
  ctx: Context,
  tx: Db,
  { workspace_id, id }: sql.OrderRow,
  writeAudit: WriteAudit,
): Promise<AdminOrder> {
  const changed = present(ctx, (await sql.findOrder(tx, workspace_id, id)) as sql.OrderRow)
  await writeAudit(tx, changed)
  return changed
}

async function getOrder(db: Db, id: string): Promise<sql.OrderRow> {
  const workspaceId = await sql.findOrderWorkspace(db, id)
  const order = workspaceId === undefined ? undefined : await sql.findOrder(db, workspaceId, id)
  if (!order) throw notFound('order')
  return order
}

async function lockPendingOrder(tx: Db, id: string): Promise<sql.OrderRow> {
  const { workspace_id } = await getOrder(tx, id)
  const order = await sql.lockOrder(tx, workspace_id, id)
  if (order?.status !== 'pending') throw wrongStatus(order)
  return order
}

function wrongStatus(order: sql.OrderRow | undefined): ApiError {
  return new ApiError('wrong_state', `This order is ${order?.status ?? 'gone'}.`)
}
