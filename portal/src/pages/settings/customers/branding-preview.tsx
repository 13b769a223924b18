import type { CSSProperties } from 'react'
import { BrandLetter } from '../../../resources/branding/brand.tsx'
import * as css from './branding-preview.module.css'

/** Accent color of the portal. */
export const USUAL_COLOR = '#a34a12'

interface Props {
  readonly name: string
  readonly color: string
  readonly hasLogo: boolean
}

/** Preview of the branding. This page loads nothing from other servers, so a placeholder stands in for the logo. */
export function BrandingPreview({ name, color, hasLogo }: Props) {
  const shown = /^#[\da-f]{6}$/i.test(color) ? color : USUAL_COLOR
  return (
    <figure className={css.preview} style={{ '--brand': shown } as CSSProperties}>
      <div className={css.page} aria-hidden>
        <div className={css.bar}>
          {hasLogo ? <span className={css.logo}>Logo</span> : <BrandLetter name={name} />}
          <b className="truncate">{name}</b>
        </div>
        <div className={css.lines}>
          <span />
          <span />
        </div>
        <span className={css.button}>Connect</span>
      </div>
      <figcaption className="dimmed">
        Preview.{hasLogo && ' Your logo is shown to your customers, not here.'}
      </figcaption>
    </figure>
  )
}
