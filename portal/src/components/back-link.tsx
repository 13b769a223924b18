import { ArrowLeftIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import * as css from './back-link.module.css'

/** Link back to the list that a page belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={css.link}>
      <ArrowLeftIcon size={16} /> {children}
    </Link>
  )
}
