import type { Context } from '../../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Order } from '../contract/order.ts'
import * as sql from '../sql/orders.ts'

export async function listOrders(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Order>> {
  const rows = await sql.listOrders(db, workspaceId, { limit: query.limit, after: afterId(query.cursor) })
  return toPage(rows, (row) => presentOrder(ctx, row))
}

export function presentOrder(ctx: Context, row: sql.OrderRow): Order {
  const isPaidByHand = row.status === 'pending' && row.provider === 'manual'
  return {
    id: row.id,
    kind: row.kind,
    pack_id: row.interval === null ? row.item_id : null,
    plan_id: row.interval === null ? null : row.item_id,
    interval: row.interval,
    credits: row.credits,
    price_usd_cents: row.price_usd_cents,
    status: row.status,
    provider: row.provider,
    url: row.url,
    instructions: isPaidByHand ? ctx.config.PAYMENT_INSTRUCTIONS : null,
    error: row.error === null ? null : { code: 'not_paid', message: row.error },
    debt_credits: row.debt_credits,
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }
}
