import { sha256 } from './hash.ts'

/** Markup that is safe to send. Only `html` and our own files create it; every other string is text and is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | undefined | readonly Piece[]

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((text, at) => text + (at < pieces.length ? render(pieces[at]) : '')).join(''))
}

const STYLE = new Html('body{font:1rem/1.5 system-ui;margin:4rem auto;max-width:30rem;padding:0 1rem}')

/** Renders a page with a short message, for people in a browser. */
export function smallPage(title: string, body: Html): string {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><body>${body}</body></html>`
    .text
}

/** Allows exactly this style and script, images from one origin if given, and nothing else. */
export function contentPolicy({ style, script, images }: { style: Html; script?: Html; images?: string }): string {
  const hash = ({ text }: Html) => `'sha256-${sha256(text).toString('base64')}'`
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    ...(script ? [`script-src ${hash(script)}`] : []),
    ...(images ? [`img-src ${images}`] : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * The policy of pages without their own. It has no form-action, which browsers would also apply to the redirect after a form.
 */
export const PAGE_POLICY = contentPolicy({ style: STYLE })

function render(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escape(String(piece))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}
