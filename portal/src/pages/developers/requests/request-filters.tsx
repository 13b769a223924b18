import { useRead } from '../../../api/hooks.ts'
import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { TIME_FILTER, TimeFilter, useTimeQuery } from '../../../components/time/time-filter.tsx'
import { type MeteredCall, OUTCOMES, type RequestQuery } from './request-labels.ts'
import type { Caller } from './use-callers.ts'

const NAMES = ['outcome', 'action', 'key', ...TIME_FILTER] as const
type RequestFilterName = (typeof NAMES)[number]

/** Reads the filters from the URL and converts them to a query. */
export function useRequestFilters(): Filters<RequestFilterName> & { readonly query: RequestQuery } {
  const filters = useFilters(NAMES)
  const { outcome, action, key } = filters.values
  const time = useTimeQuery(filters.values)
  const query = {
    ...(Object.hasOwn(OUTCOMES, outcome) && { outcome: outcome as MeteredCall['outcome'] }),
    ...(action && { action: action.slice(0, 100) }),
    ...(key && { api_key_id: key.slice(0, 64) }),
    ...time,
  }
  return { ...filters, query }
}

interface Props {
  readonly filters: Filters<RequestFilterName>
  readonly callers: readonly Caller[]
}

/** Filters of the request log. */
export function RequestFilters({ filters, callers }: Props) {
  const { data: actions } = useRead('actions.list', { query: { limit: 100 } })
  return (
    <FilterBar label="Filter requests" filters={filters}>
      <ChoiceFilter
        filters={filters}
        name="outcome"
        label="Outcome"
        all="Any outcome"
        options={Object.entries(OUTCOMES).map(([value, { word }]) => ({ value, label: word }))}
      />
      <ChoiceFilter
        filters={filters}
        name="action"
        label="Action"
        all="All actions"
        options={actions?.data.map(({ action }) => ({ value: action, label: action })) ?? []}
      />
      <ChoiceFilter
        filters={filters}
        name="key"
        label="Called by"
        all="All keys and members"
        options={callers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TimeFilter {...filters} />
    </FilterBar>
  )
}
