import fastJson from 'fast-json-stringify'
import { type Event, eventBodySchema } from '../kit/declare/event.ts'

export interface EventBody<Data> {
  readonly id: string
  readonly created_at: string
  readonly workspace_id: string
  readonly data: Data
}

const writers = new WeakMap<Event, (body: unknown) => string>()

/**
 * The body as it is stored, signed and sent. The declared schema writes it, as it does API answers: a field that the event
 * does not declare, such as a column of the row it was made from, is left out.
 */
export function writeBody<Data>(event: Event<Data>, body: EventBody<Data>): string {
  let write = writers.get(event)
  if (!write) writers.set(event, (write = fastJson(eventBodySchema(event))))
  return write({ ...body, type: event.type })
}
