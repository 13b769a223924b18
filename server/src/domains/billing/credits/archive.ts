import type { Context } from '../../../kit/context.ts'
import { type ArchivedWorkspace, archiveLedger } from '../../../ledger/archive/archive.ts'
import { deleteUnpaidSubjects } from './sql/paid-subjects.ts'

/** Budgets, refunds, idempotent replays and the month's usage need newer charges in the database. */
const DAYS_MIN = 31
const DAY_MS = 86_400_000

/** Returns the latest time before which charges can be archived. */
export function latestArchivable(ctx: Pick<Context, 'clock'>): Date {
  return new Date(ctx.clock.now().getTime() - DAYS_MIN * DAY_MS)
}

/** Returns false when another process is archiving. */
export async function archiveCharges(
  ctx: Context,
  options: {
    readonly before: Date
    readonly workspaceId?: string | undefined
    readonly onWorkspace: (archived: ArchivedWorkspace) => void
  },
): Promise<boolean> {
  const { before } = options
  return archiveLedger(ctx, {
    ...options,
    prepare: (workspaceId, after) => deleteUnpaidSubjects(ctx.db, workspaceId, { after, before }),
  })
}

/** Archives whole months, so that an object is written once a month and not every night. */
export async function archiveByAge(ctx: Context, months: number): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
  await archiveCharges(ctx, { before, onWorkspace: (archived) => logArchived(ctx, archived) })
}

function logArchived(ctx: Context, { workspaceId, discrepancies, ...counts }: ArchivedWorkspace): void {
  if (discrepancies.length > 0)
    ctx.log.error(
      { workspace_id: workspaceId, discrepancies: discrepancies.slice(0, 20) },
      'the ledger of this workspace is inconsistent, so it was not archived: run `quoin-server ledger verify`',
    )
  else ctx.log.info({ workspace_id: workspaceId, ...counts }, 'archived the oldest part of a ledger')
}
