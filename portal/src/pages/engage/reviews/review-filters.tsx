import { formatCount } from '../../../components/count.ts'
import { ChoiceFilter, FilterBar } from '../../../components/list/filter-bar.tsx'
import type { Filters } from '../../../components/list/use-filters.ts'
import { useAccountOptions } from '../../../resources/accounts/names.ts'

type ReviewFilterName = 'show' | 'rating' | 'account'

const SHOWN = [
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'answered', label: 'Answered' },
]
const RATINGS = [5, 4, 3, 2, 1].map((stars) => ({
  value: String(stars),
  label: formatCount(stars, 'star'),
}))

export function ReviewFilters(filters: Filters<ReviewFilterName>) {
  const accounts = useAccountOptions()
  return (
    <FilterBar label="Filter reviews" filters={filters}>
      <ChoiceFilter filters={filters} name="show" label="Status" all="All reviews" options={SHOWN} />
      <ChoiceFilter filters={filters} name="rating" label="Rating" all="Any rating" options={RATINGS} />
      <ChoiceFilter filters={filters} name="account" label="Account" all="All accounts" options={accounts} />
    </FilterBar>
  )
}
