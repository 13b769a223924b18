import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Interval, OrderKind, OrderStatus, ProviderName } from '../contract/order.ts'

export interface OrderRow {
  workspace_id: string
  id: string
  kind: OrderKind
  item_id: string
  interval: Interval | null
  credits: number
  price_usd_cents: number
  price_book: string
  provider: ProviderName
  external_id: string | null
  status: OrderStatus
  url: string | null
  error: string | null
  subscription_id: string | null
  /** Number of subscription months it pays for, and the index of the first one once it is paid. */
  months: number | null
  first_month: number | null
  /** Time of the next charge or lookup; null when nothing is due. */
  attempt_at: Date | null
  attempts: number
  refunded_cents: number
  revoked_credits: number
  debt_credits: number
  created_at: Date
  updated_at: Date
  paid_at: Date | null
}

export async function insertOrder(db: Db, order: OrderRow): Promise<void> {
  await db`insert into orders ${db(order)}`
}

/** Returns false when an order of its kind is already open: the workspace's top-up, or the subscription's renewal. */
export async function insertOpenOrder(db: Db, order: OrderRow): Promise<boolean> {
  const { count } = await db`insert into orders ${db(order)} on conflict do nothing`
  return count > 0
}

export async function findOrder(db: Db, workspaceId: string, id: string): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow[]>`select * from orders where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function lockOrder(db: Db, workspaceId: string, id: string): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow[]>`select * from orders where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** Finds an order's workspace: operators identify an order by its id alone. */
export async function findOrderWorkspace(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ workspace_id: string }[]>`select workspace_id from orders where id = ${id}`
  return row?.workspace_id
}

export async function listOrders(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<OrderRow>> {
  return readPage(
    db,
    page.limit,
    db<OrderRow[]>`
    select * from orders where workspace_id = ${workspaceId} ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}

/** Lists the orders of every workspace, newest first. */
export async function listAllOrders(
  db: Db,
  { status, limit }: { status: OrderStatus | undefined; limit: number },
): Promise<OrderRow[]> {
  return db<OrderRow[]>`
    select * from orders where ${status ? db`status = ${status}` : db`true`} order by id desc limit ${limit}`
}

export async function listOrderPage(
  db: Db,
  { status, limit, after }: { status: OrderStatus | undefined; limit: number; after: string | undefined },
): Promise<PageRows<OrderRow>> {
  return readPage(
    db,
    limit,
    db<OrderRow[]>`
    select * from orders where ${status ? db`status = ${status}` : db`true`} ${after ? db`and id < ${after}` : db``}
    order by id desc`,
  )
}

type OrderChanges = Pick<OrderRow, 'updated_at'> &
  Partial<
    Pick<
      OrderRow,
      | 'status'
      | 'url'
      | 'error'
      | 'external_id'
      | 'paid_at'
      | 'first_month'
      | 'attempt_at'
      | 'refunded_cents'
      | 'revoked_credits'
      | 'debt_credits'
    >
  >

export async function updateOrder(db: Db, workspaceId: string, id: string, changes: OrderChanges): Promise<OrderRow> {
  const [row] = await db<[OrderRow]>`
    update orders set ${db(changes)} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function listDueOrders(db: Db, now: Date, limit: number): Promise<{ workspace_id: string; id: string }[]> {
  return db<{ workspace_id: string; id: string }[]>`
    select workspace_id, id from orders where attempt_at <= ${now} order by attempt_at limit ${limit}`
}

/** Claims a due order: until the claim ends, no other process attempts it. */
export async function claimOrder(
  db: Db,
  workspaceId: string,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow[]>`
    update orders set attempt_at = ${until}, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id} and status = 'pending' and attempt_at <= ${now} returning *`
  return row
}

/** Counts recent top-up orders of a workspace: all, failed and open. */
export async function countRecentTopups(
  db: Db,
  workspaceId: string,
  { attemptsSince, failuresSince }: { attemptsSince: Date; failuresSince: Date },
): Promise<{ attempts: number; failures: number; open: number }> {
  const [row] = await db<[{ attempts: number; failures: number; open: number }]>`
    select
      count(*) filter (where created_at > ${attemptsSince}) as attempts,
      count(*) filter (where status = 'failed' and updated_at > ${failuresSince}) as failures,
      count(*) filter (where status = 'pending') as open
    from orders where workspace_id = ${workspaceId} and kind = 'topup'`
  return row
}

export async function findOpenRenewal(
  db: Db,
  workspaceId: string,
  subscriptionId: string,
): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow[]>`
    select * from orders where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and status = 'pending'`
  return row
}

export async function findOpenTopup(db: Db, workspaceId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from orders where workspace_id = ${workspaceId} and kind = 'topup' and status = 'pending'`
  return row?.id
}

/** Skips an order that is being paid at this moment: its payment continues the subscription. */
export async function cancelOpenRenewals(
  db: Db,
  workspaceId: string,
  subscriptionId: string,
  now: Date,
): Promise<void> {
  await db`
    update orders set status = 'canceled', error = 'the subscription has ended', url = null, attempt_at = null, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (
      select id from orders
      where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and status = 'pending' for update skip locked)`
}
