import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { checkAccountJob } from './contract/jobs.ts'

/** Checks an account now instead of at its next scheduled time. The check also subscribes to the account's webhooks. */
export async function enqueueCheck(ctx: Context, tx: Db, workspaceId: string, accountId: string): Promise<void> {
  await enqueue(ctx, tx, checkAccountJob, { account_id: accountId }, { workspaceId, dedupe: accountId })
}
