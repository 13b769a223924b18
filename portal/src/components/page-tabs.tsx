import { Link, useLocation } from 'wouter'

export interface PageTab {
  readonly path: string
  readonly title: string
  /** Shown beside the title when it is more than zero. */
  readonly count?: number
}

/** The pages of one area as a row of links under the title. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const [location] = useLocation()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ path, title, count = 0 }) => (
        <Link key={path} href={path} aria-current={path === location ? 'page' : undefined}>
          {title}
          {count > 0 && <span className="tabs-count">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
