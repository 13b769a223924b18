import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { MeteredRequest } from './receipts.ts'
import * as sql from './sql/paid-subjects.ts'

/**
 * Returns true when the workspace already paid for this datum within the days in which its price book makes repeats free.
 * Otherwise this request is recorded as the one that pays. A record counts only once its charge is in the ledger, so a failed
 * call makes nothing free.
 */
export async function isPaidRepeat(
  ctx: Context,
  { workspaceId, requestId }: MeteredRequest,
  datum: { readonly action: string; readonly subject: string; readonly days: number },
): Promise<boolean> {
  const now = ctx.clock.now()
  const row = { action: datum.action, subject: sha256(datum.subject), request_id: requestId, paid_at: now }
  const since = new Date(now.getTime() - datum.days * 86_400_000)
  if (await sql.hasPaidSubject(ctx.db, workspaceId, row, since)) return true
  await sql.upsertPaidSubject(ctx.db, workspaceId, row)
  return false
}
