import { approve, cancel, refundPayment } from '../domains/billing/operator/service.ts'
import { type AdminOrder, listAllOrders } from '../domains/billing/payments/orders/admin.ts'
import type { Context } from '../kit/context.ts'
import { readArguments, UsageError } from './arguments.ts'

export const ORDERS_USAGE = `quoin-server orders ACT ...

  list [--status pending|paid|failed|canceled|refunded|disputed|any]   the newest 100; pending ones unless told
  approve ORDER --actor WHO --reason WHY      it was paid: grant its credits
  cancel  ORDER --actor WHO --reason WHY      it will not be paid
  refund  ORDER --actor WHO --reason WHY      the money goes back, and what is left of its credits`

const STATUSES = ['pending', 'paid', 'failed', 'canceled', 'refunded', 'disputed'] as const

export async function ordersCommand(ctx: Context, args: readonly string[]): Promise<string> {
  const read = readArguments(args, ['actor', 'reason', 'status'], ORDERS_USAGE)
  const act = read.word(0)
  if (act === 'list') return list(ctx, read.option('status') ?? 'pending')
  const id = read.word(1)
  const because = read.because()
  switch (act) {
    case 'approve':
      return line(await approve(ctx, ctx.db, id, because))
    case 'cancel':
      return line(await cancel(ctx, id, because))
    case 'refund':
      return line(await refundPayment(ctx, id, because))
    default:
      throw new UsageError(ORDERS_USAGE)
  }
}

async function list(ctx: Context, given: string): Promise<string> {
  const status = STATUSES.find((known) => known === given)
  if (!status && given !== 'any') throw new UsageError(ORDERS_USAGE)
  const found = await listAllOrders(ctx, { status, limit: 100 })
  return found.length === 0 ? 'No orders.' : found.map(line).join('\n')
}

function line(order: AdminOrder): string {
  const { id, workspace_id, status, kind, provider, price_usd_cents, credits, created_at } = order
  const item = order.pack_id ?? `${order.plan_id}/${order.interval}`
  const price = `${(price_usd_cents / 100).toFixed(2)} USD`
  return [id, workspace_id, status, kind, item, `${credits} credits`, price, provider, created_at].join('  ')
}
