import { useRead } from '../../../api/hooks.ts'
import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { SearchText } from '../../../components/list/search-text.tsx'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { TIME_FILTER, TimeFilter, useTimeQuery } from '../../../components/time/time-filter.tsx'
import { type ListedRequest, OUTCOMES, type RequestQuery } from './request-labels.ts'
import type { Caller } from './use-callers.ts'

const NAMES = ['status', 'method', 'path', 'key', 'mode', 'outcome', 'action', ...TIME_FILTER] as const

const STATUSES = [
  { value: '2xx', label: 'Succeeded' },
  { value: '4xx', label: 'Refused (4xx)' },
  { value: '5xx', label: 'Failed (5xx)' },
  { value: '402', label: '402 Payment required' },
  { value: '403', label: '403 Forbidden' },
  { value: '404', label: '404 Not found' },
  { value: '409', label: '409 Conflict' },
  { value: '422', label: '422 Invalid' },
  { value: '429', label: '429 Too many requests' },
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }))
const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
]
const RARE = [
  ['mode', 'Mode'],
  ['outcome', 'Outcome'],
  ['action', 'Action'],
] as const
type RequestFilterName = (typeof NAMES)[number]

/** Reads the filters from the URL and converts them to a query. */
export function useRequestFilters(): Filters<RequestFilterName> & { readonly query: RequestQuery } {
  const filters = useFilters(NAMES)
  const { status, method, path, key, mode, outcome, action } = filters.values
  const time = useTimeQuery(filters.values)
  const query = {
    ...(/^[1-5](?:\d\d|xx)$/.test(status) && { status }),
    ...(isOption(METHODS, method) && { method: method as NonNullable<RequestQuery['method']> }),
    ...(path && { path: path.slice(0, 200) }),
    ...(isOption(MODES, mode) && { mode: mode as NonNullable<RequestQuery['mode']> }),
    ...(Object.hasOwn(OUTCOMES, outcome) && { outcome: outcome as ListedRequest['outcome'] }),
    ...(action && { action: action.slice(0, 100) }),
    ...(key && { api_key_id: key.slice(0, 64) }),
    ...time,
  }
  return { ...filters, query }
}

function isOption(options: readonly { value: string }[], wanted: string): boolean {
  return options.some(({ value }) => value === wanted)
}

interface Props {
  readonly filters: Filters<RequestFilterName>
  readonly callers: readonly Caller[]
}

/** Filters of the request log. */
export function RequestFilters({ filters, callers }: Props) {
  const { data: actions } = useRead('actions.list', { query: { limit: 100 } })
  return (
    <FilterBar label="Filter requests" filters={filters} rare={RARE}>
      <SearchText
        label="Path starts with"
        placeholder="Path, such as /v1/posts"
        value={filters.values.path}
        onChange={(path) => filters.set('path', path)}
      />
      <ChoiceFilter filters={filters} name="status" label="Status" all="Any status" options={STATUSES} />
      <ChoiceFilter filters={filters} name="method" label="Method" all="Any method" options={METHODS} />
      <ChoiceFilter
        filters={filters}
        name="key"
        label="Called by"
        all="All keys and members"
        options={callers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter filters={filters} name="mode" label="Mode" all="Live and test" options={MODES} />
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
      <TimeFilter {...filters} />
    </FilterBar>
  )
}
