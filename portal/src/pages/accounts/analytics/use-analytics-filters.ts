import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { addDays, isDay, todayIn } from '../../../components/time/zoned-time.ts'
import type { AnalyticsRange } from '../../../resources/analytics/summary.ts'

const NAMES = ['profile', 'account', 'range', 'from', 'to', 'metric', 'by', 'best', 'order'] as const
export type AnalyticsFilter = (typeof NAMES)[number]

export const RANGES = [
  { value: '7', label: 'Last 7 days' },
  { value: '', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last year' },
  { value: 'own', label: 'Custom range' },
]

/** Reads the filters from the URL and converts them to a query, in days as the platforms count them. */
export function useAnalyticsFilters(): Filters<AnalyticsFilter> & { readonly query: AnalyticsRange } {
  const filters = useFilters(NAMES)
  const { profile, account, range, from, to } = filters.values
  const today = todayIn('UTC')
  const days = RANGES.some(({ value }) => value === range) ? Number(range) : 0
  const query = {
    ...(profile && { profile_id: profile }),
    ...(account && { account_id: account }),
    ...(days > 0 && { since: addDays(today, 1 - days), until: today }),
    ...(range === 'own' && isDay(from) && { since: from }),
    ...(range === 'own' && isDay(to) && { until: to }),
  }
  return { ...filters, query }
}
