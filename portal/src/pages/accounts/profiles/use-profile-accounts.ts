import type { Account } from '../../../resources/accounts/account-health.ts'
import { useAccounts, usePlatforms } from '../../../resources/accounts/names.ts'

export interface ProfileAccounts {
  readonly connected: readonly Account[]
  /** Disconnected accounts, whose history is kept. */
  readonly left: readonly Account[]
  /** `2: Sandbox, Bluesky` */
  readonly text: string
}

export type ProfileAccountsLookup = (profileId: string) => ProfileAccounts

/** Returns the accounts of a profile, out of the newest hundred of the workspace. */
export function useProfileAccounts(): ProfileAccountsLookup {
  const { items, hasMore, isLoading } = useAccounts()
  const platforms = usePlatforms()
  const byProfile = Map.groupBy(items, ({ profile_id }) => profile_id)
  return (profileId) => {
    const all = byProfile.get(profileId) ?? []
    const connected = all.filter(({ status }) => status !== 'disconnected')
    const names = [...new Set(connected.map(({ platform }) => platforms.get(platform)?.label ?? platform))]
    const count = hasMore ? `at least ${connected.length}` : String(connected.length)
    const text = isLoading ? '' : connected.length === 0 && !hasMore ? 'None yet' : `${count}: ${names.join(', ')}`
    return { connected, left: all.filter(({ status }) => status === 'disconnected'), text }
  }
}
