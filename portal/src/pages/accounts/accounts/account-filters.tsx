import type { Input } from '../../../api/client.ts'
import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { ACCOUNT_STATES, type Account } from '../../../resources/accounts/account-health.ts'
import { usePlatforms, useProfileOptions } from '../../../resources/accounts/names.ts'

const NAMES = ['profile', 'platform', 'status'] as const
type AccountFilterName = (typeof NAMES)[number]
type Query = NonNullable<Input<'accounts.list'>['query']>

export function useAccountFilters(): Filters<AccountFilterName> & { readonly query: Query } {
  const filters = useFilters(NAMES)
  const { profile, platform, status } = filters.values
  const query = {
    ...(profile && { profile_id: profile }),
    ...(platform && { platform }),
    ...(isStatus(status) && { status }),
  }
  return { ...filters, query }
}

function isStatus(text: string): text is Account['status'] {
  return text in ACCOUNT_STATES
}

const STATES = Object.entries(ACCOUNT_STATES).map(([value, { word }]) => ({ value, label: word }))

/** Filters of the account list. */
export function AccountFilters(filters: Filters<AccountFilterName>) {
  const profiles = useProfileOptions()
  const platforms = [...usePlatforms().values()].map(({ id, label }) => ({ value: id, label }))
  return (
    <FilterBar label="Filter accounts" filters={filters}>
      <ChoiceFilter filters={filters} name="profile" label="Profile" all="All profiles" options={profiles} />
      <ChoiceFilter filters={filters} name="platform" label="Platform" all="All platforms" options={platforms} />
      <ChoiceFilter filters={filters} name="status" label="Status" all="Any status" options={STATES} />
    </FilterBar>
  )
}
