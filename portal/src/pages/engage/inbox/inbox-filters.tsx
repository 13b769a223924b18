import { ChoiceFilter } from '../../../components/list/filter-bar.tsx'
import { SearchText } from '../../../components/list/search-text.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { useAccountOptions, useAccounts, usePlatforms } from '../../../resources/accounts/names.ts'
import * as css from './inbox-filters.module.css'
import type { InboxFilterName } from './use-inbox.ts'

const SHOWN = [
  { value: 'unread', label: 'Unread' },
  { value: 'archived', label: 'Closed' },
]

/** Filters of the inbox. */
export function InboxFilters(filters: Filters<InboxFilterName>) {
  const accounts = useAccountOptions()
  const platforms = usePlatforms()
  const used = [...new Set(useAccounts().items.map(({ platform }) => platform))].map((id) => ({
    value: id,
    label: platforms.get(id)?.label ?? id,
  }))
  const { q } = filters.values
  return (
    <div className={css.filters} role="search" aria-label="Filter conversations">
      <SearchText value={q} onChange={(text) => filters.set('q', text)} label="Name or last message" />
      <div className={css.choices}>
        <ChoiceFilter filters={filters} name="show" label="Conversation status" all="Open" options={SHOWN} isCompact />
        <ChoiceFilter
          filters={filters}
          name="account"
          label="Account"
          all="All accounts"
          options={accounts}
          isCompact
        />
        <ChoiceFilter filters={filters} name="platform" label="Platform" all="All platforms" options={used} isCompact />
      </div>
    </div>
  )
}
