import { Type } from '../../../../kit/declare/type.ts'

export const EXAMPLE_TIME = '2026-01-15T09:30:00.000Z'

/** Name of a person on the network. */
export const Username = Type.String({ pattern: '^[a-z0-9_-]{0,29}[a-z0-9]$' })

export const EntityId = Type.String({
  maxLength: 64,
  description: "The page it happens to: the `external_id` of an account's active entity.",
})
