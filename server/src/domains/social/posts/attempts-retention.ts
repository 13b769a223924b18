import type { Context } from '../../../kit/context.ts'
import { deleteAttemptsBefore } from './sql/attempts.ts'

const KEPT_DAYS = 90
const BATCH_ROWS = 1000

/** Deletes attempts after 90 days; the outcome of a target is in its own row. */
export async function forgetOldAttempts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  while ((await deleteAttemptsBefore(ctx.db, before, BATCH_ROWS)) === BATCH_ROWS);
}
