import type { Db } from '../../../kit/postgres/db.ts'

export interface TicketRow {
  source: string
  ticket: string
  due_at: Date
  /** `YYYY-MM-DD` */
  paid_on: string
}

export async function listTickets(
  db: Db,
  workspaceId: string,
  subject: Uint8Array,
  since: Date,
): Promise<readonly TicketRow[]> {
  return db<TicketRow[]>`
    select source, ticket, due_at, paid_on::text from lookup_tickets
    where workspace_id = ${workspaceId} and subject = ${subject} and created_at > ${since}`
}

/** Stores one ticket for each source; the same ticket keeps its age. */
export async function upsertTicket(
  db: Db,
  workspaceId: string,
  subject: Uint8Array,
  { source, ticket, due_at, paid_on, now }: TicketRow & { now: Date },
): Promise<void> {
  await db`
    insert into lookup_tickets as t (workspace_id, subject, source, ticket, due_at, paid_on, created_at)
    values (${workspaceId}, ${subject}, ${source}, ${ticket}, ${due_at}, ${paid_on}, ${now})
    on conflict on constraint lookup_tickets_pkey do update set
      ticket = excluded.ticket, due_at = excluded.due_at, paid_on = excluded.paid_on,
      created_at = case when t.ticket = excluded.ticket then t.created_at else excluded.created_at end`
}

/** Keeps a newer ticket of a concurrent call. */
export async function deleteTicket(
  db: Db,
  workspaceId: string,
  subject: Uint8Array,
  { source, ticket }: Pick<TicketRow, 'source' | 'ticket'>,
): Promise<void> {
  await db`
    delete from lookup_tickets
    where workspace_id = ${workspaceId} and subject = ${subject} and source = ${source} and ticket = ${ticket}`
}

export async function deleteTicketsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from lookup_tickets where (workspace_id, subject, source) in (
      select workspace_id, subject, source from lookup_tickets where created_at < ${before} limit ${atMost})`
  return count
}
