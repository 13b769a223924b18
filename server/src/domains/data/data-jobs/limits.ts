import { type ActionId, findsMany } from './contract/actions.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'

type Filters = Readonly<Record<string, unknown>> | null

/** The most that a search of the job can find, when the filters say so. */
export function limitOf(filters: Filters): number | undefined {
  return filters?.['limit'] as number | undefined
}

/** The filters with the `limit` that was sent beside them; the smaller of two limits counts. */
export function withLimit(request: {
  readonly action: ActionId
  readonly filters?: Record<string, unknown> | null
  readonly limit?: number | null
}): Record<string, unknown> | null {
  const { action, filters = null, limit } = request
  if (!findsMany(action) || !limit) return filters
  return { ...filters, limit: Math.min(limit, limitOf(filters) ?? limit) }
}

/** How much one row can find at most. */
export function unitsPerRow(action: ActionId, filters: Filters): number {
  return findsMany(action) ? (limitOf(filters) ?? LIMIT_DEFAULT) : 1
}
