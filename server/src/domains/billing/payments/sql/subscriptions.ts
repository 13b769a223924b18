import type { Db } from '../../../../kit/postgres/db.ts'

export interface SubscriptionRow {
  workspace_id: string
  id: string
  plan_id: string
  interval: 'month' | 'year'
  credits_per_month: number
  rollover_cap: number
  price_usd_cents: number
  price_book: string
  provider: 'manual' | 'sandbox' | 'stripe'
  external_id: string | null
  status: 'active' | 'past_due' | 'canceled'
  cancel_at_period_end: boolean
  anchor_at: Date
  months_paid: number
  months_granted: number
  due_at: Date | null
  past_due_at: Date | null
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

export async function insertSubscription(db: Db, subscription: SubscriptionRow): Promise<void> {
  await db`insert into subscriptions ${db(subscription)}`
}

export async function lockSubscription(db: Db, workspaceId: string, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await db<SubscriptionRow[]>`
    select * from subscriptions where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

/** The running ones before those that have ended, newest first. */
export async function listSubscriptions(db: Db, workspaceId: string): Promise<SubscriptionRow[]> {
  return db<SubscriptionRow[]>`
    select * from subscriptions where workspace_id = ${workspaceId} order by (status = 'canceled'), id desc limit 100`
}

type Changes = Partial<Omit<SubscriptionRow, 'workspace_id' | 'id' | 'created_at' | 'updated_at'>>

export async function updateSubscription(
  db: Db,
  { workspace_id, id }: { workspace_id: string; id: string },
  now: Date,
  changes: Changes,
): Promise<SubscriptionRow> {
  const [row] = await db<[SubscriptionRow]>`
    update subscriptions set ${db({ ...changes, updated_at: now })} where workspace_id = ${workspace_id} and id = ${id} returning *`
  return row
}

export async function listDueSubscriptions(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ workspace_id: string; id: string }[]> {
  return db<{ workspace_id: string; id: string }[]>`
    select workspace_id, id from subscriptions where due_at <= ${now} order by due_at limit ${limit}`
}

/** The order that began a subscription: the name by which the provider knows it. */
export async function findFirstOrderId(
  db: Db,
  workspaceId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from orders where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} order by id limit 1`
  return row?.id
}

/** An order that is being paid at this moment is left alone: its payment carries the subscription on. */
export async function cancelOpenOrders(db: Db, workspaceId: string, subscriptionId: string, now: Date): Promise<void> {
  await db`
    update orders set status = 'canceled', error = 'the subscription has ended', url = null, attempt_at = null, updated_at = ${now}
    where workspace_id = ${workspaceId} and id in (
      select id from orders
      where workspace_id = ${workspaceId} and subscription_id = ${subscriptionId} and status = 'pending' for update skip locked)`
}
