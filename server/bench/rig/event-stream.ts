import { setTimeout as sleep } from 'node:timers/promises'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import type { Context } from '../../src/kit/context.ts'
import { emitAll } from '../../src/webhooks/emit.ts'

export interface StreamRate {
  readonly perSecond: number
  readonly seconds: number
  /** Events in one transaction. */
  readonly together: number
  readonly writers: number
}

export interface StreamFigures {
  /** How many arrived a second: fewer than wanted when the machine could not emit them. */
  readonly perSecond: number
  /** Milliseconds from an event's commit to its first attempt. */
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** Emits events at a steady rate while another process sends them, and waits until all are delivered. */
export async function streamEvents(ctx: Context, workspaceId: string, rate: StreamRate): Promise<StreamFigures> {
  const { perSecond, seconds, together, writers } = rate
  const total = perSecond * seconds
  const events = Array.from({ length: together }, () => ({ event: reviewNew, data: reviewNew.example }))
  const began = performance.now()
  let emitted = 0
  const write = async () => {
    for (let first = emitted; first < total; first = emitted) {
      emitted += together
      const waitMs = began + (first / perSecond) * 1000 - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      await emitAll(ctx, ctx.db, events, { workspaceId })
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  const took = (performance.now() - began) / 1000
  while ((await countWaiting(ctx, workspaceId)) > 0) await sleep(50)
  return { perSecond: total / took, ...(await measureLateness(ctx, workspaceId, total)) }
}

async function countWaiting(ctx: Context, workspaceId: string): Promise<number> {
  const rows = await ctx.db`
    select from webhook_deliveries where workspace_id = ${workspaceId} and next_attempt_at is not null limit 1`
  return rows.length
}

/** Needs `track_commit_timestamp`. */
async function measureLateness(
  ctx: Context,
  workspaceId: string,
  total: number,
): Promise<Omit<StreamFigures, 'perSecond'>> {
  const [row] = await ctx.db<{ p50: number; p99: number; most: number; rows: number }[]>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99,
      max(ms)::float8 as most, count(*) as rows
    from (
      select extract(epoch from a.started_at - pg_xact_commit_timestamp(v.xid::xid)) * 1000 as ms
      from webhook_events v join webhook_deliveries d on d.workspace_id = v.workspace_id and d.event_id = v.id
      join webhook_attempts a on a.workspace_id = d.workspace_id and a.delivery_id = d.id and a.attempt = 1
      where v.workspace_id = ${workspaceId}
    ) t`
  if (row?.rows !== total) throw new Error(`${row?.rows} of ${total} are in the log`)
  return row
}
