import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/api.ts'

const STORED = 'quoin-link'

/**
 * Reads the secret of a link from its fragment, which browsers do not send to servers. The secret is removed from the URL at
 * once and kept for this tab, because a user who signs in first returns to the page without it.
 */
export function useLinkToken(stored = STORED): string {
  const [token, setToken] = useState(() => readToken(stored))
  useEffect(() => {
    const take = () => {
      setToken(readToken(stored))
      if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    // Opening another link of the same kind in this tab only changes the fragment.
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

/** Forgets the secret once the link was used. */
export function forgetLinkToken(stored = STORED): void {
  sessionStorage.removeItem(stored)
}

/** Reads the purpose of a link; fails if it was used or has expired. */
export function useLink(token: string) {
  return useQuery({
    queryKey: ['link', token],
    queryFn: () => call('auth.read_link', { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
  })
}
