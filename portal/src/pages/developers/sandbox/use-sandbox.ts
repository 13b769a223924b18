import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/api.ts'
import { useList } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'

/** Returns the connected sandbox accounts, whose pages' events reach this workspace. */
export function useSandboxAccounts() {
  const list = useList('accounts.list', { query: { platform: 'sandbox', limit: 100 } })
  return { ...list, items: list.items.filter(({ active_entity }) => active_entity !== null) }
}

/** Signs up a user on the sandbox and connects their first page, in the first profile or a new one. */
export function useConnectSandbox() {
  const queries = useQueryClient()
  return useMutation<void, ProblemError, string>({
    mutationFn: async (username) => {
      const [profile] = (await call('profiles.list', { query: { limit: 1 } })).data
      const { id: profile_id } = profile ?? (await call('profiles.create', { body: { name: 'Sandbox' } }))
      const body = { profile_id, platform: 'sandbox', mode: 'headless' as const }
      const { id } = await call('connections.create', { body })
      const params = { id }
      await call('connections.complete', { params, body: { credentials: { username } } })
      const { data } = await call('connections.entities', { params })
      const page = data.find(({ selectable }) => selectable)
      await call('connections.select', { params, body: { external_id: page?.external_id ?? '' } })
    },
    onSuccess: () => queries.invalidateQueries(),
  })
}
