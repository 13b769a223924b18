import { contentPolicy, Html, html } from '../../../../kit/html.ts'
import type { Branding } from '../../../identity/branding/contract.ts'

/** The customer's look of the page: the usual style with its color, its logo, and a policy that allows both. */
export function buildPageBranding({ name, color, logo_url: logoUrl }: Branding, usual: Html) {
  const style = color === null ? usual : new Html(`${usual.text}${colored(color)}`)
  const header =
    logoUrl === null
      ? html``
      : html`<img class="logo" src="${logoUrl}" alt="${name ?? ''}" referrerpolicy="no-referrer">`
  const images = logoUrl === null ? {} : { images: new URL(logoUrl).origin }
  // Without form-action, which browsers would also apply to the redirect to the platform.
  return { style, header, headers: { 'content-security-policy': contentPolicy({ style, ...images }) } }
}

/** White text on the color is readable: its contrast was checked when it was set. Outlines keep a color that shows in the dark. */
function colored(color: string): string {
  return `button:not(.quiet), .button { background: ${color}; color: #ffffff; }\n`
}
