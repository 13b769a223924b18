import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { MeteredRequest } from './receipts.ts'
import * as sql from './sql/grants.ts'

/**
 * Whether this workspace has paid for the same datum within the days in which its book makes repeats free. If not, this
 * request is the one that pays for it: it counts once its charge is in the ledger, so a call that fails pays for nothing.
 */
export async function isPaidRepeat(
  ctx: Context,
  { workspaceId, requestId }: MeteredRequest,
  datum: { readonly action: string; readonly subject: string; readonly days: number },
): Promise<boolean> {
  const now = ctx.clock.now()
  const row = { action: datum.action, subject: sha256(datum.subject), request_id: requestId, paid_at: now }
  const since = new Date(now.getTime() - datum.days * 86_400_000)
  if (await sql.findPaidSubject(ctx.db, workspaceId, row, since)) return true
  await sql.upsertPaidSubject(ctx.db, workspaceId, row)
  return false
}
