import type { CSSProperties } from 'react'
import { BrandLetter } from '../../../resources/branding/brand.tsx'

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
    <figure className="branding-preview" style={{ '--brand': shown } as CSSProperties}>
      <div className="branding-page" aria-hidden>
        <div className="branding-bar">
          {hasLogo ? <span className="branding-logo">Logo</span> : <BrandLetter name={name} />}
          <b className="truncate">{name}</b>
        </div>
        <div className="branding-lines">
          <span />
          <span />
        </div>
        <span className="branding-button">Connect</span>
      </div>
      <figcaption className="dimmed">
        Preview.{hasLogo && ' Your logo is shown to your customers, not here.'}
      </figcaption>
    </figure>
  )
}
