import {
  approveWorkspaceOrder,
  cancelWorkspaceOrder,
  refundWorkspaceOrder,
} from '../domains/billing/operator/orders.ts'
import { ORDER_STATUSES } from '../domains/billing/payments/contract/order.ts'
import { type AdminOrder, listAllOrders } from '../domains/billing/payments/orders/admin.ts'
import { actorAndReason, type Output, type RunOnContext, UsageError } from './command.ts'

export const listOrders: RunOnContext = async (ctx, { options: { status: given = 'pending' } }) => {
  const status = ORDER_STATUSES.find((known) => known === given)
  if (!status && given !== 'any')
    throw new UsageError(`Unknown status ${given}. Use one of: ${ORDER_STATUSES.join(', ')}, any.`)
  const data = await listAllOrders(ctx, { status, limit: 100 })
  return { text: data.length === 0 ? 'No orders.' : data.map(formatOrder).join('\n'), data: { data } }
}

export const approve: RunOnContext = async (ctx, { words: [id = ''], options }) =>
  present(await approveWorkspaceOrder(ctx, ctx.db, id, actorAndReason(options)))

export const cancel: RunOnContext = async (ctx, { words: [id = ''], options }) =>
  present(await cancelWorkspaceOrder(ctx, id, actorAndReason(options)))

export const refund: RunOnContext = async (ctx, { words: [id = ''], options }) =>
  present(await refundWorkspaceOrder(ctx, id, actorAndReason(options)))

function present(order: AdminOrder): Output {
  return { text: formatOrder(order), data: order }
}

function formatOrder(order: AdminOrder): string {
  const { id, workspace_id, status, kind, provider, price_usd_cents, credits, created_at } = order
  const item = order.pack_id ?? `${order.plan_id}/${order.interval}`
  const price = `${(price_usd_cents / 100).toFixed(2)} USD`
  return [id, workspace_id, status, kind, item, `${credits} credits`, price, provider, created_at].join('  ')
}
