import type { Context } from '../../../../kit/context.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import type { Subscription } from '../contract/subscription.ts'
import { openProvider } from '../providers/open-provider.ts'
import * as sql from '../sql/subscriptions.ts'
import { endSubscription } from './lifecycle.ts'
import { noSubscription, presentSubscription } from './read.ts'

/**
 * Cancels at the end of the paid period, or at once when payment is past due. Two concurrent checkouts can create two
 * subscriptions: both are canceled.
 */
export async function cancelSubscription(ctx: Context, workspaceId: string): Promise<Subscription> {
  const running = (await sql.listSubscriptions(ctx.db, workspaceId)).filter(({ status }) => status !== 'canceled')
  if (running.length === 0) throw noSubscription()
  const canceled: sql.SubscriptionRow[] = []
  for (const subscription of running) {
    const when = subscription.status === 'past_due' ? 'now' : 'period_end'
    const provider = await openProvider(ctx, subscription.provider)
    if (subscription.external_id) await provider.cancel({ externalId: subscription.external_id, when })
    canceled.push(await recordCancel(ctx, subscription))
  }
  return presentSubscription(canceled[0] as sql.SubscriptionRow)
}

function recordCancel(ctx: Context, { workspace_id, id }: sql.SubscriptionRow): Promise<sql.SubscriptionRow> {
  return transaction(ctx.db, async (tx) => {
    const locked = await sql.lockSubscription(tx, workspace_id, id)
    if (!locked) throw noSubscription()
    if (locked.status === 'canceled') return locked
    const changes = { cancel_at_period_end: true, updated_at: ctx.clock.now() }
    const canceling = await sql.updateSubscription(tx, locked, changes)
    return locked.status === 'past_due' ? endSubscription(ctx, tx, canceling) : canceling
  })
}
