import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Billing } from './contract/billing.ts'
import { findSubscription } from './subscriptions/read.ts'
import { findAutoTopup } from './top-ups/settings.ts'

/** Returns null for a missing subscription or top-up, unlike the endpoints that read one of them. */
export async function getBilling(ctx: Context, db: Db, workspaceId: string): Promise<Billing> {
  return {
    provider: ctx.config.PAYMENT_PROVIDER,
    subscription: (await findSubscription(db, workspaceId)) ?? null,
    auto_topup: (await findAutoTopup(ctx, db, workspaceId)) ?? null,
  }
}
