import { ApiError } from '../../../../kit/declare/errors.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { Subscription } from '../contract/subscription.ts'
import { listSubscriptions, type SubscriptionRow } from '../sql/subscriptions.ts'
import { addMonths } from './months.ts'

/** Finds the running subscription, or the newest that has ended. */
export async function findSubscription(db: Db, workspaceId: string): Promise<Subscription | undefined> {
  const [newest] = await listSubscriptions(db, workspaceId)
  return newest && presentSubscription(newest)
}

export async function getSubscription(db: Db, workspaceId: string): Promise<Subscription> {
  const found = await findSubscription(db, workspaceId)
  if (!found) throw noSubscription()
  return found
}

export async function hasRunningSubscription(db: Db, workspaceId: string): Promise<boolean> {
  const [newest] = await listSubscriptions(db, workspaceId)
  return newest !== undefined && newest.status !== 'canceled'
}

export function noSubscription(): ApiError {
  return new ApiError('not_found', 'This workspace has no active subscription.')
}

export function presentSubscription(row: SubscriptionRow): Subscription {
  const months = row.interval === 'year' ? 12 : 1
  const isOver = row.status === 'canceled' || (row.cancel_at_period_end && row.months_granted === row.months_paid)
  return {
    id: row.id,
    plan_id: row.plan_id,
    interval: row.interval,
    status: row.status,
    credits_per_month: row.credits_per_month,
    rollover_cap: row.rollover_cap,
    price_usd_cents: row.price_usd_cents,
    provider: row.provider,
    cancel_at_period_end: row.cancel_at_period_end,
    current_period_start: addMonths(row.anchor_at, Math.max(0, row.months_paid - months)).toISOString(),
    current_period_end: addMonths(row.anchor_at, row.months_paid).toISOString(),
    next_credits_at: isOver ? null : addMonths(row.anchor_at, row.months_granted).toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
