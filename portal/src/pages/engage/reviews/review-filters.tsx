import { Button, NativeSelect } from '@mantine/core'
import type { Filters } from '../../../components/list/use-filters.ts'
import { accountName, useAccounts } from '../../../resources/accounts/names.ts'

type ReviewFilterName = 'show' | 'rating' | 'account'

const SHOWN = [
  { value: '', label: 'All reviews' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'answered', label: 'Answered' },
]
const RATINGS = [
  { value: '', label: 'Any rating' },
  ...[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: stars === 1 ? '1 star' : `${stars} stars` })),
]

export function ReviewFilters({ values, set, isAny, clear }: Filters<ReviewFilterName>) {
  const accounts = useAccounts().items
  const choice = (name: ReviewFilterName, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={data}
    />
  )
  return (
    <div className="reviews-filters" role="search" aria-label="Filter reviews">
      {choice('show', 'Status', SHOWN)}
      {choice('rating', 'Rating', RATINGS)}
      {choice('account', 'Account', [
        { value: '', label: 'All accounts' },
        ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
      ])}
      {isAny && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  )
}
