import type { Body } from '../form/fields.ts'

/** Opens another action with a query about the result. */
export type OpenAction = (action: string, body: Body) => void
