import { Link, useLocation } from 'wouter'
import * as css from './page-tabs.module.css'

export interface PageTab {
  readonly path: string
  readonly title: string
  /** Shown beside the title if above zero. */
  readonly count?: number
}

/** Links to the pages of one area, below the title. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const [location] = useLocation()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ path, title, count = 0 }) => (
        <Link key={path} href={path} aria-current={path === location ? 'page' : undefined}>
          {title}
          {count > 0 && <span className={css.count}>{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
