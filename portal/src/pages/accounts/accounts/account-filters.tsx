import { Button, NativeSelect } from '@mantine/core'
import type { Input } from '../../../api/client.ts'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { ACCOUNT_STATES, type Account } from '../../../resources/accounts/account-health.ts'
import { usePlatforms, useProfiles } from '../../../resources/accounts/names.ts'

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

/** Filters of the account list. */
export function AccountFilters({ values, set, isAny, clear }: Filters<AccountFilterName>) {
  const profiles = useProfiles().items
  const platforms = [...usePlatforms().values()]
  const choice = (
    name: AccountFilterName,
    label: string,
    all: string,
    options: readonly { value: string; label: string }[],
  ) => (
    <NativeSelect
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={[{ value: '', label: all }, ...options]}
    />
  )
  return (
    <div className="accounts-filters" role="search" aria-label="Filter accounts">
      {choice(
        'profile',
        'Profile',
        'All profiles',
        profiles.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice(
        'platform',
        'Platform',
        'All platforms',
        platforms.map(({ id, label }) => ({ value: id, label })),
      )}
      {choice(
        'status',
        'Status',
        'Any status',
        Object.entries(ACCOUNT_STATES).map(([value, { word }]) => ({ value, label: word })),
      )}
      {isAny && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}
