import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import type { FoundEmail } from '../../../sources/actions.ts'
import { sourcesOf } from '../../../sources/registry.ts'
import { type AnySource, type Outcome, SourceError } from '../../../sources/source.ts'
import { aiArk, aiArkFind, aiArkInquiry } from '../../../sources/vendors/ai-ark.ts'
import { confirmTicket, watchTicket } from './contract.ts'
import * as sql from './sql.ts'

interface TicketName {
  readonly source: string
  readonly ticket: string
}

/** How long an answer is waited for, how often it is asked after, and how soon its asker should look again. */
const WAIT_MS = 15 * 60_000
const POLL_MS = 60_000
const LOOK_AGAIN_MS = 5000
const CALLBACKS_MAX = 50
const KEPT_DAYS = 7

/** The sources whose vendors call back. */
export function callbackSources(ctx: Context): AnySource[] {
  const inbox = {
    open: (source: string, ticket: string) => openTicket(ctx, { source, ticket }),
    read: (source: string, ticket: string) => readTicket(ctx.db, { source, ticket }),
  }
  return [aiArkFind(inbox)]
}

/** Waits for an answer from now on, and says where the vendor is to bring it. */
async function openTicket(ctx: Context, name: TicketName): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const created_at = ctx.clock.now()
  const deadline_at = new Date(created_at.getTime() + WAIT_MS)
  await transaction(ctx.db, async (tx) => {
    await sql.insertTicket(tx, { ...name, token_hash: sha256(token), created_at, deadline_at })
    await enqueue(ctx, tx, watchTicket, name, { runAt: new Date(created_at.getTime() + POLL_MS) })
  })
  return `${ctx.publicUrl.get()}/v1/callbacks/b2b-email/${token}`
}

/** What is known of a ticket, as its source would say it. */
export async function readTicket(db: Db, { source, ticket }: TicketName): Promise<Outcome<FoundEmail>> {
  const row = await sql.findTicket(db, source, ticket)
  switch (row?.state) {
    case 'waiting':
      return { outcome: 'pending', ticket, retryAfterMs: LOOK_AGAIN_MS }
    case 'found':
      return { outcome: 'found', data: row.answer as FoundEmail }
    case 'not_found':
      return { outcome: 'not_found' }
    case 'failed':
      throw new SourceError('unavailable', row.reason ?? 'The vendor gave the question up', { isOfQuestion: true })
    default:
      throw new SourceError('timeout', 'The vendor did not answer in time', { isOfQuestion: true })
  }
}

/** The end of a ticket. What it was resolved with first stands, whatever comes later. */
export async function resolveTicket(
  ctx: Context,
  name: TicketName,
  said: Outcome<FoundEmail> | SourceError | 'expired',
) {
  const now = ctx.clock.now()
  if (said === 'expired') await sql.updateTicketResolved(ctx.db, name, { state: said, answer: null, reason: null, now })
  else if (said instanceof SourceError)
    await sql.updateTicketResolved(ctx.db, name, { state: 'failed', answer: null, reason: said.message, now })
  else if (said.outcome !== 'pending') {
    const answer = said.outcome === 'found' ? said.data : null
    await sql.updateTicketResolved(ctx.db, name, { state: said.outcome, answer, reason: null, now })
  }
}

/** Keeps what a vendor sends, to the letter, and says so at once; what it means is looked into later. */
export async function receiveCallback(ctx: Context, token: string, text: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { source, ticket, state } = await getTicketByToken(tx, token)
    const delivery = { source, ticket, body_hash: sha256(text), body: text, received_at: ctx.clock.now() }
    const isNew = await sql.insertCallback(tx, delivery, CALLBACKS_MAX)
    if (isNew && state === 'waiting')
      await enqueue(ctx, tx, confirmTicket, { source, ticket }, { key: `${source} ${ticket}` })
  })
}

export async function getTicketByToken(db: Db, token: string): Promise<sql.TicketRow> {
  const row = await sql.findTicketByToken(db, sha256(token))
  if (!row) throw notFound('callback')
  return row
}

/** Asks the vendor, while the ticket waits, and resolves it by what the vendor says. True when nothing is left to do. */
export async function settleTicket(ctx: Context, name: TicketName): Promise<boolean> {
  const row = await sql.findTicket(ctx.db, name.source, name.ticket)
  if (row?.state !== 'waiting') return true
  const said = await askVendor(ctx, name.ticket)
  // A vendor that gave up has said its last word; one that cannot be asked may say more later.
  const isFinal = said instanceof SourceError ? said.kind === 'rejected' : said.outcome !== 'pending'
  const isLate = ctx.clock.now() >= row.deadline_at
  if (isFinal) await resolveTicket(ctx, name, said)
  else if (isLate) await resolveTicket(ctx, name, 'expired')
  else if (said instanceof SourceError)
    ctx.log.warn({ err: said, ...name }, 'a vendor could not be asked after a ticket')
  return isFinal || isLate
}

/** When to ask next: soon, but not past the deadline. */
export async function nextLook(ctx: Context, { source, ticket }: TicketName): Promise<Date> {
  const row = await sql.findTicket(ctx.db, source, ticket)
  const soon = ctx.clock.now().getTime() + POLL_MS
  return new Date(Math.min(soon, row?.deadline_at.getTime() ?? soon))
}

/** They hold what vendors said about people: no longer than it is of use. */
export async function forgetOldTickets(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  while ((await sql.deleteTicketsBefore(ctx.db, before, 1000)) === 1000);
}

/** Within the vendor's rate and rest, like every question to it. */
async function askVendor(ctx: Context, ticket: string): Promise<Outcome<FoundEmail> | SourceError> {
  const { found, failure, pending } = await sourcesOf(ctx).ask([aiArkInquiry], ticket, {
    workspaceId: '',
    deadlineMs: aiArk.timeoutMs,
    judge: () => 'good',
    waits: false,
  })
  if (found) return { outcome: 'found', data: found.data }
  if (failure) return failure
  const [owed] = pending
  return owed ? { outcome: 'pending', ...owed } : { outcome: 'not_found' }
}
