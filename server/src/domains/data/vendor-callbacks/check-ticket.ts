import type { Context } from '../../../kit/context.ts'
import { SourceError } from '../../../kit/sources.ts'
import type { FoundEmail } from '../../../sources/actions.ts'
import type { Outcome } from '../../../sources/source.ts'
import { AI_ARK_RESULT, aiArk } from '../../../sources/vendors/ai-ark.ts'
import * as sql from './sql.ts'
import { POLL_MS, resolveTicket, type TicketName } from './tickets.ts'

/** Asks the vendor about a waiting ticket and stores its answer. Returns true when the ticket is resolved. */
export async function checkTicket(ctx: Context, name: TicketName): Promise<boolean> {
  const row = await sql.findTicket(ctx.db, name.source, name.ticket)
  if (row?.state !== 'waiting') return true
  const answer = await askVendor(ctx, name.ticket)
  // A vendor that rejects the ticket will not answer it; one that could not be asked may.
  const isFinal = answer instanceof SourceError ? answer.kind === 'rejected' : answer.outcome !== 'pending'
  const isLate = ctx.clock.now() >= row.deadline_at
  if (isFinal) await resolveTicket(ctx, name, answer)
  else if (isLate) await resolveTicket(ctx, name, 'expired')
  else if (answer instanceof SourceError)
    ctx.log.warn({ err: answer, ...name }, 'could not ask a vendor about a ticket')
  return isFinal || isLate
}

/** Returns the time of the next check: after the poll interval, but no later than the deadline. */
export async function nextCheckAt(ctx: Context, { source, ticket }: TicketName): Promise<Date> {
  const row = await sql.findTicket(ctx.db, source, ticket)
  const soon = ctx.clock.now().getTime() + POLL_MS
  return new Date(Math.min(soon, row?.deadline_at.getTime() ?? soon))
}

async function askVendor(ctx: Context, ticket: string): Promise<Outcome<FoundEmail> | SourceError> {
  const { found, failure, pending, steps } = await ctx.sources.ask<FoundEmail>(AI_ARK_RESULT, ticket, {
    workspaceId: '',
    deadlineMs: aiArk.timeoutMs,
    judge: () => 'good',
    canWait: false,
  })
  if (found) return { outcome: 'found', data: found.data }
  if (failure) return failure
  const [first] = pending
  if (first) return { outcome: 'pending', ...first }
  if (steps.length === 0) return new SourceError('credentials', `${aiArk.label} is no longer configured`)
  return { outcome: 'not_found' }
}
