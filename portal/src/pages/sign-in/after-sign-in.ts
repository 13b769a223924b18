import { useLocation, useSearch } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { refreshSession } from '../../app/session.ts'
import { validLocale } from '../../components/time/time.ts'

/** Returns the path that the visitor wanted to open, within the portal only. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) ? next : '/'
}

/** Adds the visitor's destination to the path of another sign-in page. */
export function pathWithNext(path: string, search: string): string {
  const next = nextPath(search)
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}

/** Continues to the visitor's destination after sign-in, by way of the second factor for users who have one. */
export function useAfterSignIn(): (reply: Reply<'auth.sign_in'>) => void {
  const [, navigate] = useLocation()
  const search = useSearch()
  return ({ status }) => {
    if (status === 'totp_required') navigate(pathWithNext('/sign-in?step=totp', search), { replace: true })
    else void refreshSession().then(() => navigate(nextPath(search), { replace: true }))
  }
}

/** Reads the user's locale and time zone from the browser. */
export function browserPreferences(): { locale: string | null; time_zone: string } {
  return {
    locale: validLocale(navigator.language) ?? null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
