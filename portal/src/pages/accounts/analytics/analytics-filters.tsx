import { ChoiceFilter, DayFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { useAccountOptions, useProfileOptions } from '../../../resources/accounts/names.ts'
import { type AnalyticsFilter, RANGES } from './use-analytics-filters.ts'

/** Filters by profile, account and date range. */
export function AnalyticsFilters(filters: Filters<AnalyticsFilter>) {
  const profiles = useProfileOptions()
  const accounts = useAccountOptions(filters.values.profile)
  return (
    <FilterBar label="Filter analytics" filters={filters}>
      <ChoiceFilter filters={filters} name="profile" label="Profile" all="All profiles" options={profiles} />
      <ChoiceFilter filters={filters} name="account" label="Account" all="All accounts" options={accounts} />
      <ChoiceFilter filters={filters} name="range" label="Date range" options={RANGES} />
      {filters.values.range === 'own' && <DayFilter filters={filters} name="from" label="From" />}
      {filters.values.range === 'own' && <DayFilter filters={filters} name="to" label="To" />}
    </FilterBar>
  )
}
