import type { Context } from '../kit/context.ts'
import { type Event, eventBodySchema } from '../kit/declare/event.ts'
import { createJsonWriter } from '../kit/declare/stringify.ts'
import type { Db } from '../kit/postgres/db.ts'
import { hintDeliveries } from './delivery/hint.ts'
import { ATTEMPTS } from './retry-schedule.ts'
import { insertEvents } from './sql/outbox.ts'

export interface EmitOptions {
  readonly workspaceId: string
  /** Sends the event to this endpoint only, regardless of its subscriptions. */
  readonly endpointId?: string
}

/**
 * Stores an event and its deliveries in the transaction that causes it. A crash before the commit leaves neither; after the
 * commit, every subscribed endpoint gets the event at least once. Returns the ids of the deliveries.
 */
export async function emit<Data>(
  ctx: Context,
  tx: Db,
  event: Event<Data>,
  data: Data,
  options: EmitOptions,
): Promise<string[]> {
  return emitAll(ctx, tx, [{ event, data }], options)
}

/** Emits several events in one statement. Each is delivered separately. */
export async function emitAll<Data>(
  ctx: Context,
  tx: Db,
  events: readonly { readonly event: Event<Data>; readonly data: Data }[],
  { workspaceId, endpointId }: EmitOptions,
): Promise<string[]> {
  if (events.length === 0) return []
  const createdAt = ctx.clock.now()
  const created_at = createdAt.toISOString()
  const stored = events.map(({ event, data }) => {
    const id = ctx.ids.ulid()
    return { id, type: event.type, body: writeBody(event, { id, created_at, workspace_id: workspaceId, data }) }
  })
  const dueAt = ctx.clock.forDatabase()
  const deliveries = await insertEvents(tx, workspaceId, stored, {
    createdAt,
    dueAt,
    attemptsMax: ATTEMPTS,
    endpointId,
  })
  if (deliveries.length > 0) hintDeliveries(ctx, tx)
  return deliveries
}

interface EventBody<Data> {
  readonly id: string
  readonly created_at: string
  readonly workspace_id: string
  readonly data: Data
}

const writers = new WeakMap<Event, (body: unknown) => string>()

/**
 * Writes the body as it is stored, signed and sent. It is serialised by the declared schema, like API responses: fields that
 * the event does not declare, such as other columns of a row, are omitted.
 */
function writeBody<Data>(event: Event<Data>, body: EventBody<Data>): string {
  let write = writers.get(event)
  if (!write) writers.set(event, (write = createJsonWriter(eventBodySchema(event))))
  return write({ ...body, type: event.type })
}
