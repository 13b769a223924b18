import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { type Key, type KeyState, STATES } from './key-state.ts'

const NAMES = ['status', 'mode'] as const
type KeyFilterName = (typeof NAMES)[number]
const MODES = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
]

export function useKeyFilters() {
  const filters = useFilters(NAMES)
  const { status, mode } = filters.values
  const query = {
    ...((STATES as readonly string[]).includes(status) && { status: status as KeyState }),
    ...(MODES.some(({ value }) => value === mode) && { mode: mode as Key['mode'] }),
  }
  return { ...filters, query }
}

export function KeyFilters({ filters }: { filters: Filters<KeyFilterName> }) {
  const states = STATES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))
  return (
    <FilterBar label="Filter API keys" filters={filters}>
      <ChoiceFilter filters={filters} name="status" label="Status" all="Any status" options={states} />
      <ChoiceFilter filters={filters} name="mode" label="Mode" all="Live and test" options={MODES} />
    </FilterBar>
  )
}
