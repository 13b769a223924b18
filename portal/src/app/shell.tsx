import { useHotkeys } from '@mantine/hooks'
import { SearchIcon, ThreeBarsIcon, XIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '../components/lazy-part.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { ReviewNotice } from './notices/review-notice.tsx'
import { useWorkspace } from './session.ts'
import * as css from './shell.module.css'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** The frame around every page: a sidebar with the navigation, behind a button on phones. */
export function Shell({ onSwitch, children }: { onSwitch: (id: string) => void; children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [searches, setSearches] = useState(0)
  const [location] = useLocation()
  const search = () => setSearches((count) => count + 1)
  useHotkeys([
    ['mod+K', search],
    // Keep the browser's own handling of Escape, which closes popovers.
    ['Escape', () => setMenuOpen(false), { preventDefault: false }],
  ])
  return (
    <div className={css.shell} data-menu={isMenuOpen ? 'open' : undefined}>
      <a className={css.skip} href="#page">
        Skip to content
      </a>
      <section className={css.phoneBar} aria-label="Top bar">
        <button
          type="button"
          className="icon-button"
          aria-expanded={isMenuOpen}
          aria-label={isMenuOpen ? 'Close menu' : 'Open menu'}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {isMenuOpen ? <XIcon size={20} /> : <ThreeBarsIcon size={20} />}
        </button>
        <Logo />
        <b className="truncate" dir="auto">
          {useWorkspace().name}
        </b>
        <button type="button" className="icon-button" aria-label="Search" onClick={search}>
          <SearchIcon size={16} />
        </button>
      </section>
      <section className={css.sidebar} aria-label="Sidebar">
        <WorkspaceMenu onSwitch={onSwitch} />
        <button type="button" className={css.searchButton} onClick={search}>
          <SearchIcon size={16} />
          Search
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <Navigation onChosen={() => setMenuOpen(false)} />
        <UserMenu />
      </section>
      <main id="page" tabIndex={-1}>
        <ReviewNotice />
        <ErrorBoundary resetOn={location}>{children}</ErrorBoundary>
      </main>
      {searches > 0 && <Palette searches={searches} />}
    </div>
  )
}
