import type { Db } from '../../../../kit/postgres/db.ts'
import type { Interval, ProviderName } from '../contract/order.ts'
import type { SubscriptionStatus } from '../contract/subscription.ts'

export interface SubscriptionRow {
  workspace_id: string
  id: string
  plan_id: string
  interval: Interval
  credits_per_month: number
  rollover_cap: number
  price_usd_cents: number
  price_book: string
  provider: ProviderName
  external_id: string | null
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  /** Start of the first month; months are counted from it. */
  anchor_at: Date
  months_paid: number
  months_granted: number
  /** Time at which credits or a payment are due next; null when it has ended. */
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

/** Lists running subscriptions before ended ones, newest first. */
export async function listSubscriptions(db: Db, workspaceId: string): Promise<SubscriptionRow[]> {
  return db<SubscriptionRow[]>`
    select * from subscriptions where workspace_id = ${workspaceId} order by (status = 'canceled'), id desc limit 100`
}

type SubscriptionChanges = Pick<SubscriptionRow, 'updated_at'> &
  Partial<Omit<SubscriptionRow, 'workspace_id' | 'id' | 'created_at'>>

export async function updateSubscription(
  db: Db,
  { workspace_id, id }: Pick<SubscriptionRow, 'workspace_id' | 'id'>,
  changes: SubscriptionChanges,
): Promise<SubscriptionRow> {
  const [row] = await db<[SubscriptionRow]>`
    update subscriptions set ${db(changes)} where workspace_id = ${workspace_id} and id = ${id} returning *`
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
