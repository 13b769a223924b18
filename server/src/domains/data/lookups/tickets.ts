import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { Action } from '../../../sources/action.ts'
import type { Fall, Ticket } from '../../../sources/waterfall.ts'
import * as sql from './sql.ts'

/** What vendors owe a workspace about one subject, from the calls before. */
export interface KeptTickets {
  recall(): Promise<readonly Ticket[]>
  /** After a call: what is still owed and was paid for is kept, what was answered is forgotten. */
  settle(fall: Pick<Fall<unknown>, 'pending' | 'unread' | 'steps'>): Promise<void>
}

const KEPT_HOURS = 24
const BATCH_ROWS = 1000

export function keptTickets<In, Out>(
  ctx: Context,
  workspaceId: string,
  action: Action<In, Out>,
  input: In,
): KeptTickets {
  const subject = sha256(`${action.id} ${action.subject(input)}`)
  let known: readonly Ticket[] = []
  return {
    async recall() {
      const rows = await sql.listTickets(ctx.db, workspaceId, subject, oldest(ctx))
      known = rows.map(({ source, ticket, due_at, paid_on }) => ({
        source,
        ticket,
        retryAfterMs: 0,
        dueAt: due_at.getTime(),
        paidOn: paid_on,
      }))
      return known
    },
    async settle({ pending, unread, steps }) {
      const now = ctx.clock.now()
      const owed = [...pending, ...unread]
      for (const { source, ticket, dueAt = now.getTime(), paidOn } of owed)
        if (paidOn !== undefined) {
          const row = { source, ticket, due_at: new Date(dueAt), paid_on: paidOn, now }
          await sql.upsertTicket(ctx.db, workspaceId, subject, row)
        }
      const asked = known.filter(({ source }) => steps.some((step) => step.source === source))
      for (const { source, ticket } of asked)
        if (!owed.some((each) => each.source === source && each.ticket === ticket))
          await sql.deleteTicket(ctx.db, workspaceId, subject, { source, ticket })
    },
  }
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_HOURS * 3_600_000)
}

export async function forgetOldTickets(ctx: Context): Promise<void> {
  while ((await sql.deleteTicketsBefore(ctx.db, oldest(ctx), BATCH_ROWS)) === BATCH_ROWS);
}
