import { type Event, eventBodySchema } from '../kit/declare/event.ts'
import { createJsonWriter } from '../kit/declare/stringify.ts'

export interface EventBody<Data> {
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
export function writeBody<Data>(event: Event<Data>, body: EventBody<Data>): string {
  let write = writers.get(event)
  if (!write) writers.set(event, (write = createJsonWriter(eventBodySchema(event))))
  return write({ ...body, type: event.type })
}
