import type { Item } from '../../api/client.ts'
import { useList, useRead } from '../../api/hooks.ts'

export type Profile = Item<'profiles.list'>
export type Account = Item<'accounts.list'>
export type Platform = Item<'platforms.list'>
const ALL = { query: { limit: 100 } }

/** Returns the name that the account posts under. */
export function accountName({ active_entity, display_name, username, platform }: Account): string {
  return active_entity?.name ?? display_name ?? username ?? platform
}

export function useProfiles() {
  return useList('profiles.list', ALL)
}

export function useAccounts() {
  return useList('accounts.list', ALL)
}

/** Returns the profiles as the options of a select. */
export function useProfileOptions() {
  return useProfiles().items.map(({ id, name }) => ({ value: id, label: name }))
}

/** Returns the accounts, of one profile or all, as the options of a select. */
export function useAccountOptions(profileId = '') {
  return useAccounts()
    .items.filter(({ profile_id }) => profileId === '' || profile_id === profileId)
    .map((account) => ({ value: account.id, label: accountName(account) }))
}

export function usePlatforms(): ReadonlyMap<string, Platform> {
  const { data } = useRead('platforms.list', ALL)
  return new Map(data?.data.map((platform) => [platform.id, platform]))
}

export interface Names {
  readonly platform: (id: string) => string
  readonly account: (id: string) => string | undefined
  readonly findAccount: (id: string) => Account | undefined
  readonly profile: (id: string) => string
}

/** Returns lookups from IDs to names; an unknown ID is shown as is. */
export function useNames(): Names {
  const platforms = usePlatforms()
  const accounts = useAccounts().items
  const profiles = useProfiles().items
  const findAccount = (id: string) => accounts.find((each) => each.id === id)
  return {
    platform: (id) => platforms.get(id)?.label ?? id,
    account: (id) => {
      const account = findAccount(id)
      return account && accountName(account)
    },
    findAccount,
    profile: (id) => profiles.find((each) => each.id === id)?.name ?? id,
  }
}
