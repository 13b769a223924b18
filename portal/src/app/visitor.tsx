import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { lazyPage } from './lazy-page.ts'
import { visitorPages } from './visitor-pages.ts'

const pages = visitorPages.map(({ path, load }) => ({ path, Page: lazyPage(load) }))

/** Returns true for pages without a frame and without a session. */
export function isForVisitors(location: string): boolean {
  return visitorPages.some(({ path }) => path === location)
}

/** The pages outside of the shell: sign-in, sign-up, links, the first workspace. */
export function Visitor() {
  const [location] = useLocation()
  const search = useSearch()
  const here = `${location}${search && `?${search}`}`
  return (
    <Suspense fallback={null}>
      <Switch>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} component={Page} />
        ))}
        <Route>
          <Redirect to={here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`} replace />
        </Route>
      </Switch>
    </Suspense>
  )
}
