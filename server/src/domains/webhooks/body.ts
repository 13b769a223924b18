import fastJson from 'fast-json-stringify'
import type { Event } from '../../kit/declare/event.ts'
import { bodySchema } from './contract/events.ts'

export interface EventBody<Data> {
  readonly id: string
  readonly created_at: string
  readonly workspace_id: string
  readonly data: Data
}

const writers = new WeakMap<Event, (body: unknown) => string>()

/**
 * The body as it is stored, signed and sent. Written by the declared schema, as API answers are: a field that the event
 * does not declare, such as a column of the row it was made from, cannot leave.
 */
export function writeBody<Data>(event: Event<Data>, body: EventBody<Data>): string {
  let write = writers.get(event)
  if (!write) writers.set(event, (write = fastJson(bodySchema(event))))
  return write({ ...body, type: event.type })
}
