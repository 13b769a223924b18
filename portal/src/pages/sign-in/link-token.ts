import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'

const STORED = 'quoin-link'

/**
 * The secret of a link stands behind its `#`, which browsers send to no server. It is taken out of the address at once, and kept
 * for this tab alone: who signs in first comes back to the page without it.
 */
export function useLinkToken(stored = STORED): string {
  const [token, setToken] = useState(() => readToken(stored))
  useEffect(() => {
    const take = () => {
      setToken(readToken(stored))
      if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    // Another link of the same kind that is opened in this tab changes nothing but what stands behind the `#`.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [stored])
  return token
}

function readToken(stored: string): string {
  const given = location.hash.slice(1)
  if (given) sessionStorage.setItem(stored, given)
  return given || (sessionStorage.getItem(stored) ?? '')
}

/** The link was used. */
export function forgetLinkToken(): void {
  sessionStorage.removeItem(STORED)
}

/** What a link is for; an error when it was used or has expired. */
export function useLink(token: string) {
  return useQuery({
    queryKey: ['link', token],
    queryFn: () => call('auth.read_link', { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  })
}
