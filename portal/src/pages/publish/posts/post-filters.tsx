import { Button, NativeSelect, TextInput } from '@mantine/core'
import { SearchText } from '../../../components/list/search-text.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { accountName, useAccounts, useProfiles } from '../../../resources/accounts/names.ts'
import { humanizeCode, STATUSES } from '../../../resources/posts/post-labels.ts'
import type { PostFilterName } from './use-post-filters.ts'

/** Filters of the post list. */
export function PostFilters({ values, set, isAny, clear }: Filters<PostFilterName>) {
  const profiles = useProfiles().items
  const accounts = useAccounts().items.filter(({ profile_id }) => !values.profile || profile_id === values.profile)
  const choice = (name: PostFilterName, label: string, all: string, options: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={[{ value: '', label: all }, ...options]}
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
    <div className="posts-filters" role="search" aria-label="Filter posts">
      <SearchText value={values.q} onChange={(text) => set('q', text)} />
      {choice(
        'status',
        'Status',
        'Any status',
        STATUSES.map((status) => ({ value: status, label: humanizeCode(status) })),
      )}
      {choice(
        'profile',
        'Profile',
        'All profiles',
        profiles.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice(
        'account',
        'Account',
        'All accounts',
        accounts.map((account) => ({ value: account.id, label: accountName(account) })),
      )}
      {day('from', 'From')}
      {day('to', 'To')}
      {isAny && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}
