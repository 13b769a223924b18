import { useMemo } from 'react'
import { useRead } from '../../../api/hooks.ts'

export interface Caller {
  readonly id: string
  readonly name: string
}

const ALL = { query: { limit: 100 } }

/** Returns the callers to filter by: API keys and members of the workspace. */
export function useCallers(): readonly Caller[] {
  const { data: keys } = useRead('api_keys.list', ALL)
  const { data: members } = useRead('members.list', ALL)
  return useMemo(
    () => [
      ...(keys?.data.map(({ id, name, key_prefix }) => ({ id, name: name ?? `${key_prefix}…` })) ?? []),
      ...(members?.data.map(({ id, name }) => ({ id, name })) ?? []),
    ],
    [keys, members],
  )
}
