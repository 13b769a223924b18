import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { MeteredRequest } from './receipts.ts'
import * as sql from './sql/paid-subjects.ts'

/**
 * Whether the workspace has already paid for this datum within the days in which its price book makes repeats free. If it
 * has not, this request is recorded as the one that pays. A record counts only once its charge is in the ledger, so a call
 * that fails pays for nothing.
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
