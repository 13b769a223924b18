import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { When } from '../../components/time/when.tsx'
import { Brand } from '../../resources/branding/brand.tsx'
import { brandName, type CurrentLink, PAGE_TITLES, shownPage } from './current-link.ts'
import * as css from './embed-frame.module.css'
import { useBrandColor } from './use-brand-color.ts'

/** The frame of a portal link's pages: brand, tabs and expiry. */
export function EmbedFrame({ link, children }: { link: CurrentLink | undefined; children: ReactNode }) {
  useBrandColor(link?.branding.color ?? null)
  return (
    <div className={css.embed}>
      {/* Not a header element: dialogs have the page's only banner. */}
      <section className={css.bar} aria-label="Top bar">
        {link && <Brand name={brandName(link)} logoUrl={link.branding.logo_url} />}
        {link && link.pages.length > 1 && <EmbedTabs link={link} />}
      </section>
      <main id="page">{link ? children : <PageSkeleton />}</main>
      {link && (
        <footer className={`${css.foot} dimmed`}>
          Your link expires <When at={link.expires_at} isAbsolute />.
        </footer>
      )}
    </div>
  )
}

function EmbedTabs({ link }: { link: CurrentLink }) {
  const [params] = useSearchParams()
  const shown = shownPage(link, params)
  return (
    <nav className={`tabs ${css.tabs}`} aria-label="Pages">
      {link.pages.map((page) => (
        <Link key={page} href={`/embed?page=${page}`} aria-current={page === shown ? 'page' : undefined}>
          {PAGE_TITLES[page]}
        </Link>
      ))}
    </nav>
  )
}
