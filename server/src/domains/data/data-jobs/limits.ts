import { type ActionId, findsMany } from './contract/actions.ts'
import { LIMIT_DEFAULT } from './contract/requests.ts'

type JobFilters = Readonly<Record<string, unknown>> | null

/** Reads the maximum that a search of the job can find, if the filters state it. */
export function readLimit(filters: JobFilters): number | undefined {
  return filters?.['limit'] as number | undefined
}

/** Adds the `limit` that was sent beside the filters; the smaller of two limits counts. */
export function withLimit(request: {
  readonly action: ActionId
  readonly filters?: Record<string, unknown> | null
  readonly limit?: number | null
}): Record<string, unknown> | null {
  const { action, filters = null, limit } = request
  if (!findsMany(action) || !limit) return filters
  return { ...filters, limit: Math.min(limit, readLimit(filters) ?? limit) }
}

/** Returns the maximum that one row can find. */
export function unitsPerRow(action: ActionId, filters: JobFilters): number {
  return findsMany(action) ? (readLimit(filters) ?? LIMIT_DEFAULT) : 1
}
