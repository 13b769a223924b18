import { NativeSelect } from '@mantine/core'
import { SearchText } from '../../../components/list/search-text.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { accountName, useAccounts, usePlatforms } from '../../../resources/accounts/names.ts'
import type { InboxFilterName } from './use-inbox.ts'

const SHOWN = [
  { value: '', label: 'Open' },
  { value: 'unread', label: 'Unread' },
  { value: 'archived', label: 'Closed' },
]

/** Filters of the inbox. */
export function InboxFilters({ values, set }: Filters<InboxFilterName>) {
  const accounts = useAccounts().items
  const platforms = usePlatforms()
  const choice = (name: InboxFilterName, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={data}
    />
  )
  const used = [...new Set(accounts.map(({ platform }) => platform))]
  return (
    <div className="inbox-filters" role="search" aria-label="Filter conversations">
      <SearchText value={values.q} onChange={(text) => set('q', text)} hiddenLabel="Name or last message" />
      <div className="inbox-choices">
        {choice('show', 'Conversation status', SHOWN)}
        {choice('account', 'Account', [
          { value: '', label: 'All accounts' },
          ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
        ])}
        {choice('platform', 'Platform', [
          { value: '', label: 'All platforms' },
          ...used.map((id) => ({ value: id, label: platforms.get(id)?.label ?? id })),
        ])}
      </div>
    </div>
  )
}
