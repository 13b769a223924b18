import { type ActionId, findsMany } from './contract/actions.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'

type JobFilters = Readonly<Record<string, unknown>> | null

/** The most that a search of the job can find, when the filters say so. */
export function readLimit(filters: JobFilters): number | undefined {
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
  return { ...filters, limit: Math.min(limit, readLimit(filters) ?? limit) }
}

/** How much one row can find at most. */
export function unitsPerRow(action: ActionId, filters: JobFilters): number {
  return findsMany(action) ? (readLimit(filters) ?? LIMIT_DEFAULT) : 1
}
