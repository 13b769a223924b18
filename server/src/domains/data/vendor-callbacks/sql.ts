import type { Db } from '../../../kit/postgres/db.ts'

export interface TicketRow {
  source: string
  ticket: string
  state: 'waiting' | 'found' | 'not_found' | 'failed' | 'expired'
  answer: unknown
  reason: string | null
  deadline_at: Date
}

export async function insertTicket(
  db: Db,
  row: { source: string; ticket: string; token_hash: Buffer; created_at: Date; deadline_at: Date },
): Promise<void> {
  await db`insert into vendor_tickets ${db({ ...row, state: 'waiting' })}`
}

export async function findTicket(db: Db, source: string, ticket: string): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select source, ticket, state, answer, reason, deadline_at from vendor_tickets
    where source = ${source} and ticket = ${ticket}`
  return row
}

export async function findTicketByToken(db: Db, tokenHash: Buffer): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select source, ticket, state, answer, reason, deadline_at from vendor_tickets where token_hash = ${tokenHash}`
  return row
}

/** Returns false when the ticket is already resolved: the first resolution counts. */
export async function updateTicketResolved(
  db: Db,
  { source, ticket }: { source: string; ticket: string },
  { state, answer, reason, now }: { state: TicketRow['state']; answer: unknown; reason: string | null; now: Date },
): Promise<boolean> {
  const known = answer === null ? null : db.json(answer)
  const { count } = await db`
    update vendor_tickets set state = ${state}, answer = ${known}, reason = ${reason}, resolved_at = ${now}
    where source = ${source} and ticket = ${ticket} and state = 'waiting'`
  return count > 0
}

/** Returns false when the callback is already stored, or the ticket has the maximum number of them. */
export async function insertCallback(
  db: Db,
  row: { source: string; ticket: string; body_hash: Buffer; body: string; received_at: Date },
  callbacksMax: number,
): Promise<boolean> {
  const { count } = await db`
    insert into vendor_callbacks (source, ticket, body_hash, body, received_at)
    select ${row.source}, ${row.ticket}, ${row.body_hash}, ${row.body}, ${row.received_at}
    where (select count(*) from vendor_callbacks where source = ${row.source} and ticket = ${row.ticket}) < ${callbacksMax}
    on conflict do nothing`
  return count > 0
}

export async function deleteTicketsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { count } = await db`
    delete from vendor_tickets where (source, ticket) in (
      select source, ticket from vendor_tickets where created_at < ${before} limit ${limit})`
  return count
}
