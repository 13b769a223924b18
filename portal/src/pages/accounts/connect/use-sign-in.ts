import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { call } from '../../../api/api.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Account } from '../../../resources/accounts/account-health.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import { openSignIn, SIGN_IN_BACK } from '../../../resources/accounts/sign-in-page.ts'

interface SignInTarget {
  readonly platform: Platform
  /** Set when an existing account signs in again. */
  readonly account: Account | undefined
  readonly profileId: () => Promise<string>
}

type SignInValues = Readonly<Record<string, unknown>>

/** The two sign-in methods: on the platform's own page, or with credentials entered here. */
export function useSignIn({ platform, account, profileId }: SignInTarget) {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const start = async (how: {
    mode: 'headless'
    callback?: 'server'
    redirect_url?: string
    options?: SignInValues
  }) =>
    account
      ? call('accounts.reconnect', { params: { id: account.id }, body: how })
      : call('connections.create', { body: { profile_id: await profileId(), platform: platform.id, ...how } })
  const oauth = useMutation<void, ProblemError, SignInValues>({
    mutationFn: async (options) => {
      const hasOptions = Object.keys(options).length > 0
      const { authorize_url } = await start({ ...SIGN_IN_BACK, ...(hasOptions && { options }) })
      if (authorize_url !== null) await openSignIn(authorize_url)
    },
  })
  const credentials = useMutation<void, ProblemError, SignInValues>({
    mutationFn: async (given) => {
      const { id } = await start({ mode: 'headless' })
      await call('connections.complete', { params: { id }, body: { credentials: { ...given } } })
      await queries.invalidateQueries()
      navigate(`/accounts/connect?connection_id=${id}`, { replace: true })
    },
  })
  return { oauth, credentials }
}
