import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { SourceError } from '../../../kit/sources.ts'
import { enqueue } from '../../../queue/queue.ts'
import type { FoundEmail } from '../../../sources/actions.ts'
import type { Outcome } from '../../../sources/source.ts'
import { watchTicket } from './contract.ts'
import * as sql from './sql.ts'

/** Identifies a question that a vendor has accepted, by the vendor's own id. */
export interface TicketName {
  readonly source: string
  readonly ticket: string
}

/** Time to wait for the vendor, interval between polls, and delay before the caller should read the ticket again. */
const WAIT_MS = 15 * 60_000
export const POLL_MS = 60_000
const READ_AGAIN_MS = 5000
const KEPT_DAYS = 7

/** Opens a ticket for an expected answer; returns the URL that the vendor calls. */
export async function openTicket(ctx: Context, name: TicketName): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const created_at = ctx.clock.now()
  const deadline_at = new Date(created_at.getTime() + WAIT_MS)
  await transaction(ctx.db, async (tx) => {
    await sql.insertTicket(tx, { ...name, token_hash: sha256(token), created_at, deadline_at })
    await enqueue(ctx, tx, watchTicket, name, { runAt: new Date(created_at.getTime() + POLL_MS) })
  })
  return `${ctx.publicUrl.get()}/v1/callbacks/b2b-email/${token}`
}

/** Returns the state of a ticket as a source's outcome. */
export async function readTicket(db: Db, { source, ticket }: TicketName): Promise<Outcome<FoundEmail>> {
  const row = await sql.findTicket(db, source, ticket)
  switch (row?.state) {
    case 'waiting':
      return { outcome: 'pending', ticket, retryAfterMs: READ_AGAIN_MS }
    case 'found':
      return { outcome: 'found', data: row.answer as FoundEmail }
    case 'not_found':
      return { outcome: 'not_found' }
    case 'failed':
      throw new SourceError('unavailable', row.reason ?? 'The vendor gave up on the request', { isAboutQuestion: true })
    default:
      throw new SourceError('timeout', 'The vendor did not answer in time', { isAboutQuestion: true })
  }
}

/** Stores the resolution of a ticket. Only the first one counts. */
export async function resolveTicket(
  ctx: Context,
  name: TicketName,
  answer: Outcome<FoundEmail> | SourceError | 'expired',
): Promise<void> {
  const resolve = (state: sql.TicketRow['state'], data: unknown, reason: string | null) =>
    sql.updateTicketResolved(ctx.db, name, { state, answer: data, reason, now: ctx.clock.now() })
  if (answer === 'expired') await resolve('expired', null, null)
  else if (answer instanceof SourceError) await resolve('failed', null, answer.message)
  else if (answer.outcome !== 'pending')
    await resolve(answer.outcome, answer.outcome === 'found' ? answer.data : null, null)
}

/** Deletes tickets after a week, because they contain personal data. */
export async function deleteOldTickets(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  while ((await sql.deleteTicketsBefore(ctx.db, before, 1000)) === 1000);
}
