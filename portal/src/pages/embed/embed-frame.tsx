import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { When } from '../../components/when.tsx'
import { Brand } from './brand.tsx'
import { brandName, type CurrentLink, PAGE_TITLES, shownPage } from './current-link.ts'
import { useBrandColor } from './use-brand-color.ts'

/** The frame around the pages of a link: whose they are, which there are, and how long the link works. */
export function EmbedFrame({ link, children }: { link: CurrentLink | undefined; children: ReactNode }) {
  useBrandColor(link?.branding.color ?? null)
  return (
    <div className="embed">
      {/* Dialogs have the one banner of the page. */}
      <section className="embed-bar" aria-label="Top bar">
        {link && <Brand name={brandName(link)} logoUrl={link.branding.logo_url} />}
        {link && link.pages.length > 1 && <EmbedTabs link={link} />}
      </section>
      <main id="page">{link ? children : <PageSkeleton />}</main>
      {link && (
        <footer className="embed-foot dimmed">
          Your link works until <When at={link.expires_at} isAbsolute />.
        </footer>
      )}
    </div>
  )
}

function EmbedTabs({ link }: { link: CurrentLink }) {
  const [params] = useSearchParams()
  const shown = shownPage(link, params)
  return (
    <nav className="tabs embed-tabs" aria-label="Pages">
      {link.pages.map((page) => (
        <Link key={page} href={`/embed?page=${page}`} aria-current={page === shown ? 'page' : undefined}>
          {PAGE_TITLES[page]}
        </Link>
      ))}
    </nav>
  )
}
