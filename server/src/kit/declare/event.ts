import type { Static, TSchema } from 'typebox'
import { DateTime } from './schema.ts'
import { Type } from './type.ts'

/** Contract of one kind of event: its payload, its docs and the catalogue that receivers read are derived from it. */
export interface Event<Data = unknown, Name extends string = string> {
  /** `<resource>.<what happened>` */
  readonly type: Name
  readonly summary: string
  readonly data: TSchema
  readonly example: Data
}

export function event<S extends TSchema, const Name extends `${string}.${string}`>(spec: {
  readonly type: Name
  /** When it fires. */
  readonly summary: string
  readonly data: S
  readonly example: Static<S>
}): Event<Static<S>, Name> {
  return spec
}

/** Returns the schema of the whole body that a receiver gets; only `data` differs between events. */
export function eventBodySchema({ type, summary, data }: Event): TSchema {
  return Type.Object(
    {
      id: Type.String({ description: 'A ULID, the same on every retry: use it to deduplicate.' }),
      type: Type.Literal(type),
      created_at: DateTime,
      workspace_id: Type.String(),
      data,
    },
    { description: summary },
  )
}

export function eventBodyExample({ type, example }: Event) {
  return {
    id: '01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    type,
    created_at: '2026-01-15T09:30:00.000Z',
    workspace_id: 'ws_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
    data: example,
  }
}
