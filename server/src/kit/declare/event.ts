import type { Static, TSchema } from 'typebox'

/** The contract of one kind of event: payload, docs and the catalogue that receivers read all come from it. */
export interface Event<Data = unknown> {
  /** `<resource>.<what happened>` */
  readonly type: `${string}.${string}`
  readonly summary: string
  readonly data: TSchema
  readonly example: Data
}

export function event<S extends TSchema>(spec: {
  readonly type: Event['type']
  /** When it fires. */
  readonly summary: string
  readonly data: S
  readonly example: Static<S>
}): Event<Static<S>> {
  return spec
}
