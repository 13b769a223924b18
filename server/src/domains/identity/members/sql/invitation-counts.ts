import type { Db } from '../../../../kit/postgres/db.ts'

export interface InvitationCountRow {
  subject: Uint8Array
  count: number
  /** Time of the first one of the day. */
  started_at: Date
}

/** Adds one to each subject. Their rows stay locked until the transaction ends, always in the same order. */
export async function countInvitations(
  db: Db,
  { subjects, now, daySeconds }: { subjects: readonly Uint8Array[]; now: Date; daySeconds: number },
): Promise<InvitationCountRow[]> {
  const dayStart = new Date(now.getTime() - daySeconds * 1000)
  const ordered = subjects.toSorted((a, b) => Buffer.compare(a, b))
  return db<InvitationCountRow[]>`
    insert into invitation_counts as c (subject, count, started_at)
    select subject, 1, ${now} from unnest(${ordered}::bytea[]) as given (subject)
    on conflict (subject) do update set
      count = case when c.started_at <= ${dayStart} then 1 else c.count + 1 end,
      started_at = case when c.started_at <= ${dayStart} then excluded.started_at else c.started_at end
    returning *`
}

export async function deleteOldCounts(db: Db, before: Date): Promise<void> {
  await db`delete from invitation_counts where started_at <= ${before}`
}
