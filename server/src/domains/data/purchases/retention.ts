import type { Context } from '../../../kit/context.ts'
import { deletePurchasesBefore } from './sql.ts'

const DAY_MS = 86_400_000
const BATCH_ROWS = 1000

/** Returns the time before which purchases are deleted. */
export function oldestPurchase({ clock, config }: Pick<Context, 'clock' | 'config'>): Date {
  return new Date(clock.now().getTime() - config.PURCHASES_DAYS * DAY_MS)
}

export async function deleteOldPurchases(ctx: Context): Promise<void> {
  while ((await deletePurchasesBefore(ctx.db, oldestPurchase(ctx), BATCH_ROWS)) === BATCH_ROWS);
}
