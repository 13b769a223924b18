import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api/api.ts'
import { showDone, showProblem } from '../../components/notify.ts'
import type { Account } from '../../resources/accounts/account-health.ts'
import { accountName, type Platform, usePlatforms } from '../../resources/accounts/names.ts'
import { openSignIn, SIGN_IN_BACK } from '../../resources/accounts/sign-in-page.ts'

export interface ReconnectState {
  readonly start: (account: Account) => void
  /** Account whose sign-in is being started. */
  readonly runningId: string | undefined
}

/** Reconnects with one click where the platform needs no input; otherwise opens the page that asks for it. */
export function useReconnect(): ReconnectState {
  const platforms = usePlatforms()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [runningId, setRunningId] = useState<string>()
  const act = useMutation({
    mutationFn: async (account: Account) => {
      const platform = platforms.get(account.platform)
      if (platform?.id === 'sandbox' && account.username !== null) {
        await signInToSandbox(account.id, account.username)
        await queries.invalidateQueries()
        showDone(`${accountName(account)} reconnected`)
      } else if (platform && canGoAtOnce(platform)) {
        const { authorize_url } = await call('accounts.reconnect', { params: { id: account.id }, body: SIGN_IN_BACK })
        if (authorize_url !== null) return openSignIn(authorize_url)
      } else navigate(`/accounts/connect?account=${account.id}`)
    },
    onMutate: ({ id }) => setRunningId(id),
    onError: showProblem,
    onSettled: () => setRunningId(undefined),
  })
  return { start: act.mutate, runningId }
}

/** Signs in to the sandbox, which only needs a username. */
async function signInToSandbox(accountId: string, username: string): Promise<void> {
  const { id } = await call('accounts.reconnect', { params: { id: accountId }, body: { mode: 'headless' } })
  await call('connections.complete', { params: { id }, body: { credentials: { username } } })
}

function canGoAtOnce({ auth, is_configured }: Platform): boolean {
  const required = auth.options_schema?.['required']
  return auth.methods.includes('oauth') && is_configured && !(Array.isArray(required) && required.length > 0)
}
