import type { Context } from '../kit/context.ts'
import type { Event } from '../kit/declare/event.ts'
import type { Db } from '../kit/postgres/db.ts'
import { writeBody } from './body.ts'
import { hintDeliveries } from './delivery/hint.ts'
import { ATTEMPTS } from './schedule.ts'
import { insertEvent } from './sql/outbox.ts'

export interface EmitOptions {
  readonly workspaceId: string
  /** Sends the event to this endpoint only, whatever it subscribes to. */
  readonly endpointId?: string
}

/**
 * Stores an event and its deliveries in the transaction that causes it. A crash before the commit leaves neither; after the
 * commit, every endpoint that subscribes gets the event at least once. Returns the ids of the deliveries.
 */
export async function emit<Data>(
  ctx: Context,
  tx: Db,
  event: Event<Data>,
  data: Data,
  { workspaceId, endpointId }: EmitOptions,
): Promise<string[]> {
  const id = ctx.ids.ulid()
  const createdAt = ctx.clock.now()
  const body = writeBody(event, { id, created_at: createdAt.toISOString(), workspace_id: workspaceId, data })
  const deliveries = await insertEvent(tx, workspaceId, {
    id,
    type: event.type,
    body,
    createdAt,
    dueAt: ctx.clock.forDatabase(),
    attemptsMax: ATTEMPTS,
    endpointId,
  })
  if (deliveries.length > 0) hintDeliveries(ctx, tx)
  return deliveries
}
