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
 * The body as it is stored, signed and sent. It is serialised from the declared schema, as API answers are: fields that the
 * event does not declare, such as other columns of a row, are left out.
 */
export function writeBody<Data>(event: Event<Data>, body: EventBody<Data>): string {
  let write = writers.get(event)
  if (!write) writers.set(event, (write = createJsonWriter(eventBodySchema(event))))
  return write({ ...body, type: event.type })
}
