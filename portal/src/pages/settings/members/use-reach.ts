import { useList } from '../../../api/hooks.ts'
import { formatCount } from '../../../components/count.ts'

const NAMED_MAX = 2

/** Describes the profiles that a member can access, by name if they are few. */
export function useReach(): (profileIds: readonly string[] | null) => string {
  const { items } = useList('profiles.list', { query: { limit: 100 } })
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return (profileIds) => {
    if (profileIds === null) return 'All profiles'
    const known = profileIds.map((id) => names.get(id)).filter((name) => name !== undefined)
    return profileIds.length <= NAMED_MAX && known.length === profileIds.length
      ? known.join(', ')
      : formatCount(profileIds.length, 'profile')
  }
}
