import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export type OrderKind = 'pack' | 'subscription' | 'topup'
export type OrderStatus = 'pending' | 'paid' | 'failed' | 'canceled' | 'refunded' | 'disputed'

export interface OrderRow {
  workspace_id: string
  id: string
  kind: OrderKind
  item_id: string
  interval: 'month' | 'year' | null
  credits: number
  price_usd_cents: number
  price_book: string
  provider: 'manual' | 'sandbox' | 'stripe'
  external_id: string | null
  status: OrderStatus
  url: string | null
  error: string | null
  subscription_id: string | null
  months: number | null
  first_month: number | null
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

/** False when the workspace has one open already. */
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

/** For an operator, who has an id and no workspace. */
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

/** Orders of every workspace, newest first. */
export async function listAllOrders(
  db: Db,
  { status, limit }: { status: OrderStatus | undefined; limit: number },
): Promise<OrderRow[]> {
  return db<OrderRow[]>`
    select * from orders where ${status ? db`status = ${status}` : db`true`} order by id desc limit ${limit}`
}

type Changes = Partial<
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

export async function updateOrder(
  db: Db,
  workspaceId: string,
  id: string,
  now: Date,
  changes: Changes,
): Promise<OrderRow> {
  const [row] = await db<[OrderRow]>`
    update orders set ${db({ ...changes, updated_at: now })} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function listDueOrders(db: Db, now: Date, limit: number): Promise<{ workspace_id: string; id: string }[]> {
  return db<{ workspace_id: string; id: string }[]>`
    select workspace_id, id from orders where attempt_at <= ${now} order by attempt_at limit ${limit}`
}

/** Takes an order that is due and puts it off, so that no other process takes it meanwhile. */
export async function claimOrder(
  db: Db,
  workspaceId: string,
  id: string,
  now: Date,
  until: Date,
): Promise<OrderRow | undefined> {
  const [row] = await db<OrderRow[]>`
    update orders set attempt_at = ${until}, attempts = attempts + 1
    where workspace_id = ${workspaceId} and id = ${id} and status = 'pending' and attempt_at <= ${now} returning *`
  return row
}

/** How often a workspace was topped up, or not, lately. */
export async function countTopups(
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
