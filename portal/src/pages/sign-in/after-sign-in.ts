import { useLocation, useSearch } from 'wouter'
import { refreshSession } from '../../app/session.ts'
import { validLocale } from '../../components/time.ts'

/** Where the visitor wanted to go, within the portal only. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  return /^\/(?![/\\])/.test(next) ? next : '/'
}

/** Goes on to where the visitor wanted to go, once they are signed in. */
export function useAfterSignIn(): () => void {
  const [, navigate] = useLocation()
  const search = useSearch()
  return () => void refreshSession().then(() => navigate(nextPath(search), { replace: true }))
}

/** What the browser says about how the user writes dates. */
export function browserPreferences(): { locale: string | null; time_zone: string } {
  return {
    locale: validLocale(navigator.language) ?? null,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
