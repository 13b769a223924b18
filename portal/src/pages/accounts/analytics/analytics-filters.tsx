import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { Filters } from '../../../components/list/use-filters.ts'
import { accountName, useAccounts, useProfiles } from '../../../resources/accounts/names.ts'
import { type AnalyticsFilter, RANGES } from './use-analytics-filters.ts'

/** Filters by profile, account and date range. */
export function AnalyticsFilters({ values, set, isAny, clear }: Filters<AnalyticsFilter>) {
  const profiles = useProfiles().items
  const accounts = useAccounts().items.filter(({ profile_id }) => !values.profile || profile_id === values.profile)
  const choice = (name: AnalyticsFilter, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={values[name]}
      data={data}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
  const day = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="date"
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
  return (
    <div className="analytics-filters" role="search" aria-label="Filter analytics">
      {choice('profile', 'Profile', [
        { value: '', label: 'All profiles' },
        ...profiles.map(({ id, name }) => ({ value: id, label: name })),
      ])}
      {choice('account', 'Account', [
        { value: '', label: 'All accounts' },
        ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
      ])}
      {choice('range', 'Date range', RANGES)}
      {values.range === 'own' && day('from', 'From')}
      {values.range === 'own' && day('to', 'To')}
      {isAny && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}
