import type { Body } from '../form/fields.ts'

/** Opens another action with a question about what was found. */
export type OpenAction = (action: string, body: Body) => void
