import { useMemo } from 'react'
import { useRead } from '../../../api/hooks.ts'

export interface Caller {
  readonly id: string
  readonly name: string
}

const ALL = { query: { limit: 100 } }

/** Returns the possible callers: API keys and members of the workspace. */
export function useCallers(): { callers: readonly Caller[]; getCallerName: (id: string) => string } {
  const { data: keys } = useRead('api_keys.list', ALL)
  const { data: members } = useRead('members.list', ALL)
  return useMemo(() => {
    const callers = [
      ...(keys?.data.map(({ id, name, key_prefix }) => ({ id, name: name ?? `${key_prefix}…` })) ?? []),
      ...(members?.data.map(({ id, name }) => ({ id, name })) ?? []),
    ]
    const names = new Map(callers.map(({ id, name }) => [id, name]))
    return { callers, getCallerName: (id) => names.get(id) ?? id }
  }, [keys, members])
}
