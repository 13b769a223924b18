import { humanizeCode } from '../../../components/humanize-code.ts'
import { ChoiceFilter, DayFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { SearchText } from '../../../components/list/search-text.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { useAccountOptions, useProfileOptions } from '../../../resources/accounts/names.ts'
import { STATUSES } from '../../../resources/posts/post-labels.ts'
import type { PostFilterName } from './use-post-filters.ts'

const STATES = STATUSES.map((status) => ({ value: status, label: humanizeCode(status) }))

const DAYS = [
  ['from', 'From'],
  ['to', 'To'],
] as const

/** Filters of the post list. */
export function PostFilters(filters: Filters<PostFilterName>) {
  const profiles = useProfileOptions()
  const accounts = useAccountOptions(filters.values.profile)
  return (
    <FilterBar label="Filter posts" filters={filters} rare={DAYS}>
      <SearchText value={filters.values.q} onChange={(text) => filters.set('q', text)} />
      <ChoiceFilter filters={filters} name="status" label="Status" all="Any status" options={STATES} />
      <ChoiceFilter filters={filters} name="profile" label="Profile" all="All profiles" options={profiles} />
      <ChoiceFilter filters={filters} name="account" label="Account" all="All accounts" options={accounts} />
      <DayFilter filters={filters} name="from" label="From" />
      <DayFilter filters={filters} name="to" label="To" />
    </FilterBar>
  )
}
