import type { Input } from '../../../api/client.ts'
import { type Filters, useFilters } from '../../../components/list/use-filters.ts'
import { userTimeZone } from '../../../components/time/time.ts'
import { addDays, isDay, toStartOfDay } from '../../../components/time/zoned-time.ts'
import { type Post, STATUSES } from '../../../resources/posts/post-labels.ts'

const NAMES = ['q', 'status', 'profile', 'account', 'from', 'to'] as const
export type PostFilterName = (typeof NAMES)[number]
const TEXT_MAX = 200
type Query = NonNullable<Input<'posts.list'>['query']>

/** Reads the filters from the URL and converts them to a query, with days in the user's time zone. */
export function usePostFilters(): Filters<PostFilterName> & { readonly query: Query } {
  const filters = useFilters(NAMES)
  const { q, status, profile, account, from, to } = filters.values
  const query = {
    ...(q.trim() && { q: q.trim().slice(0, TEXT_MAX) }),
    ...(isStatus(status) && { status }),
    ...(profile && { profile_id: profile }),
    ...(account && { account_id: account }),
    ...(isDay(from) && { since: toStartOfDay(from, userTimeZone()) }),
    ...(isDay(to) && { until: toStartOfDay(addDays(to, 1), userTimeZone()) }),
  }
  return { ...filters, query }
}

function isStatus(text: string): text is Post['status'] {
  return (STATUSES as readonly string[]).includes(text)
}
