import { type Html, html } from '../../kit/html.ts'

/** A sentence of a declaration: text, but what stands in backticks is code. */
export function prose(text: string): Html {
  const pieces = text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
  return html`${pieces}`
}
