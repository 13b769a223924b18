import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { LookupResult, Ticket } from '../../../kit/sources.ts'
import type { Action } from '../../../sources/action.ts'
import * as sql from './sql.ts'

/** Tickets of a workspace's earlier calls about one subject. */
export interface SubjectTickets {
  load(): Promise<readonly Ticket[]>
  /** Stores paid tickets that are still open after a call, and deletes the answered ones. */
  save(result: Pick<LookupResult<unknown>, 'pending' | 'unchecked' | 'steps'>): Promise<void>
}

const KEPT_HOURS = 24
const BATCH_ROWS = 1000

export function openTickets<In, Out>(
  ctx: Context,
  workspaceId: string,
  action: Action<In, Out>,
  input: In,
): SubjectTickets {
  const subject = sha256(`${action.id} ${action.subjectKey(input)}`)
  let loaded: readonly Ticket[] = []
  return {
    async load() {
      const rows = await sql.listTickets(ctx.db, workspaceId, subject, oldest(ctx))
      loaded = rows.map(({ source, ticket, due_at, paid_on }) => ({
        source,
        ticket,
        retryAfterMs: 0,
        dueAt: due_at.getTime(),
        paidOn: paid_on,
      }))
      return loaded
    },
    async save({ pending, unchecked, steps }) {
      const now = ctx.clock.now()
      const open = [...pending, ...unchecked]
      for (const { source, ticket, dueAt = now.getTime(), paidOn } of open)
        if (paidOn !== undefined) {
          const row = { source, ticket, due_at: new Date(dueAt), paid_on: paidOn, now }
          await sql.upsertTicket(ctx.db, workspaceId, subject, row)
        }
      const asked = loaded.filter(({ source }) => steps.some((step) => step.source === source))
      for (const { source, ticket } of asked)
        if (!open.some((each) => each.source === source && each.ticket === ticket))
          await sql.deleteTicket(ctx.db, workspaceId, subject, { source, ticket })
    },
  }
}

function oldest(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - KEPT_HOURS * 3_600_000)
}

export async function deleteOldTickets(ctx: Context): Promise<void> {
  while ((await sql.deleteTicketsBefore(ctx.db, oldest(ctx), BATCH_ROWS)) === BATCH_ROWS);
}
