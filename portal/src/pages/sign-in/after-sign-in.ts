import { useLocation, useSearch } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { refreshSession } from '../../app/session.ts'
import { validLocale } from '../../components/time.ts'

/** Where the visitor wanted to go, within the portal only. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) ? next : '/'
}

/** The address of another page for visitors that leads on to the same place. */
export function pathWithNext(path: string, search: string): string {
  const next = nextPath(search)
  return next === '/' ? path : `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`
}

/** Goes on to where the visitor wanted to go, once they are signed in; first to the second factor, for users who have one. */
export function useAfterSignIn(): (reply: Reply<'auth.sign_in'>) => void {
  const [, navigate] = useLocation()
  const search = useSearch()
  return ({ status }) => {
    if (status === 'totp_required') navigate(pathWithNext('/sign-in?step=totp', search), { replace: true })
    else void refreshSession().then(() => navigate(nextPath(search), { replace: true }))
  }
}

/** What the browser says about how the user writes dates. */
export function browserPreferences(): { locale: string | null; time_zone: string } {
  return {
    locale: validLocale(navigator.language) ?? null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
