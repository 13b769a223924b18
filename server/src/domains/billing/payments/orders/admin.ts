import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import type { Order } from '../contract/order.ts'
import { applyFacts } from '../provider-updates/payment.ts'
import { openProvider } from '../providers/open.ts'
import type { OrderRow, OrderStatus } from '../sql/orders.ts'
import * as sql from '../sql/orders.ts'
import { presentOrder, purchaseOf } from './checkout.ts'

export interface DeskOrder extends Order {
  readonly workspace_id: string
}

function present(ctx: Context, row: OrderRow): DeskOrder {
  return { workspace_id: row.workspace_id, ...presentOrder(ctx, row) }
}

export async function listAllOrders(
  ctx: Context,
  { status, limit }: { status?: OrderStatus | undefined; limit: number },
): Promise<DeskOrder[]> {
  return (await sql.listAllOrders(ctx.db, { status, limit })).map((row) => present(ctx, row))
}

/** What the operator does beside the change itself, in its transaction: writing it into the audit log. */
type Witness = (tx: Db, order: DeskOrder) => Promise<void>

/** An operator has seen the money. Any number may say so at once: one of them grants. */
export async function approveOrder(ctx: Context, db: Db, id: string, witness: Witness): Promise<DeskOrder> {
  return transaction(db, async (tx) => {
    const order = await lockPending(tx, id)
    if (order.provider === 'stripe')
      throw new ApiError(
        'wrong_state',
        'Stripe says itself when this order is paid. To give credits all the same, grant them.',
      )
    const fact = { kind: 'paid', workspaceId: order.workspace_id, orderId: id, refs: [id] } as const
    await applyFacts(ctx, tx, order.provider, [fact])
    return finish(ctx, tx, order, witness)
  })
}

/** Closes a pending order; the provider first, so that nobody pays for what is closed. */
export async function cancelOrder(ctx: Context, id: string, reason: string, witness: Witness): Promise<DeskOrder> {
  const found = await findOrder(ctx.db, id)
  if (found.status !== 'pending') throw wrongState(found)
  const provider = await openProvider(ctx, found.provider)
  await provider.close(purchaseOf(found))
  return transaction(ctx.db, async (tx) => {
    const order = await sql.lockOrder(tx, found.workspace_id, id)
    const fact = { kind: 'unpaid', workspaceId: found.workspace_id, orderId: id, status: 'canceled', reason } as const
    if (order?.status === 'pending') await applyFacts(ctx, tx, order.provider, [fact])
    // The provider may have told us already that it is closed.
    else if (order?.status !== 'canceled') throw wrongState(order)
    return finish(ctx, tx, order, witness)
  })
}

/** Gives the money back and takes the credits that are left. */
export async function refundOrder(ctx: Context, id: string, witness: Witness): Promise<DeskOrder> {
  const order = await findOrder(ctx.db, id)
  if (order.status !== 'paid') throw wrongState(order)
  const provider = await openProvider(ctx, order.provider)
  const facts = await provider.refund(purchaseOf(order))
  return transaction(ctx.db, async (tx) => {
    await applyFacts(ctx, tx, order.provider, facts)
    return finish(ctx, tx, order, witness)
  })
}

async function finish(ctx: Context, tx: Db, { workspace_id, id }: OrderRow, witness: Witness): Promise<DeskOrder> {
  const after = present(ctx, (await sql.findOrder(tx, workspace_id, id)) as OrderRow)
  await witness(tx, after)
  return after
}

async function findOrder(db: Db, id: string): Promise<OrderRow> {
  const workspaceId = await sql.findOrderWorkspace(db, id)
  const order = workspaceId === undefined ? undefined : await sql.findOrder(db, workspaceId, id)
  if (!order) throw notFound('order')
  return order
}

async function lockPending(tx: Db, id: string): Promise<OrderRow> {
  const { workspace_id } = await findOrder(tx, id)
  const order = await sql.lockOrder(tx, workspace_id, id)
  if (order?.status !== 'pending') throw wrongState(order)
  return order
}

function wrongState(order: OrderRow | undefined): ApiError {
  return new ApiError('wrong_state', `This order is ${order?.status ?? 'gone'}.`)
}
