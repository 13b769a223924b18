import {
  approveWorkspaceOrder,
  cancelWorkspaceOrder,
  refundWorkspaceOrder,
} from '../domains/billing/operator/orders.ts'
import { ORDER_STATUSES } from '../domains/billing/payments/contract/order.ts'
import { type AdminOrder, listAllOrders } from '../domains/billing/payments/orders/admin.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const ORDERS_USAGE = `quoin-server orders COMMAND ...

  list [--status ${ORDER_STATUSES.join('|')}|any]
                                              list the newest 100 orders; without --status, the pending ones
  approve ORDER --actor WHO --reason WHY      the order was paid: grant its credits
  cancel  ORDER --actor WHO --reason WHY      close a pending order, so that it cannot be paid
  refund  ORDER --actor WHO --reason WHY      refund the payment and revoke what is left of its credits`

export async function ordersCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason', 'status'], ORDERS_USAGE)
  const command = read.word(0)
  if (command === 'list') return list(ctx, read.option('status') ?? 'pending')
  const id = read.word(1)
  const by = read.actorAndReason()
  switch (command) {
    case 'approve':
      return lineOf(await approveWorkspaceOrder(ctx, ctx.db, id, by))
    case 'cancel':
      return lineOf(await cancelWorkspaceOrder(ctx, id, by))
    case 'refund':
      return lineOf(await refundWorkspaceOrder(ctx, id, by))
    default:
      throw new UsageError(ORDERS_USAGE)
  }
}

async function list(ctx: Context, given: string): Promise<string> {
  const status = ORDER_STATUSES.find((known) => known === given)
  if (!status && given !== 'any') throw new UsageError(`There is no status ${given}.\n\n${ORDERS_USAGE}`)
  const found = await listAllOrders(ctx, { status, limit: 100 })
  return found.length === 0 ? 'No orders.' : found.map(lineOf).join('\n')
}

function lineOf(order: AdminOrder): string {
  const { id, workspace_id, status, kind, provider, price_usd_cents, credits, created_at } = order
  const item = order.pack_id ?? `${order.plan_id}/${order.interval}`
  const price = `${(price_usd_cents / 100).toFixed(2)} USD`
  return [id, workspace_id, status, kind, item, `${credits} credits`, price, provider, created_at].join('  ')
}
