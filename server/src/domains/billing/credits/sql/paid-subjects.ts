import type { Db } from '../../../../kit/postgres/db.ts'

interface PaidSubjectRow {
  action: string
  subject: Uint8Array
  request_id: string
  paid_at: Date
}

export async function hasPaidSubject(
  db: Db,
  workspaceId: string,
  { action, subject }: Pick<PaidSubjectRow, 'action' | 'subject'>,
  since: Date,
): Promise<boolean> {
  const rows = await db`
    select from paid_subjects p
    where p.workspace_id = ${workspaceId} and p.action = ${action} and p.subject = ${subject} and p.paid_at > ${since}
      and (exists (
        select from charges c
        where c.workspace_id = p.workspace_id and c.request_id = p.request_id and c.action = p.action and c.credits > 0)
      or p.paid_at < (
        select max(k.archived_before) + interval '1 day' from ledger_checkpoints k where k.workspace_id = ${workspaceId}))`
  return rows.length > 0
}

/**
 * Deletes records made up to a day after `before` that were never charged: once the charges of that time are archived, every
 * remaining record counts as paid. The extra day allows for clock skew.
 */
export async function deleteUnpaidSubjects(
  db: Db,
  workspaceId: string,
  { after, before }: { after: Date | undefined; before: Date },
): Promise<void> {
  await db`
    delete from paid_subjects p
    where p.workspace_id = ${workspaceId} and p.paid_at < ${before}::timestamptz + interval '1 day'
      and p.paid_at >= ${after ?? new Date(0)}::timestamptz + interval '1 day'
      and not exists (
        select from charges c
        where c.workspace_id = ${workspaceId} and c.request_id = p.request_id and c.action = p.action and c.credits > 0)`
}

export async function upsertPaidSubject(db: Db, workspaceId: string, row: PaidSubjectRow): Promise<void> {
  await db`
    insert into paid_subjects ${db({ ...row, workspace_id: workspaceId })}
    on conflict on constraint paid_subjects_pkey do update set request_id = excluded.request_id, paid_at = excluded.paid_at`
}
