import { readFileSync } from 'node:fs'
import { Document } from '../../../../kit/declare/reply.ts'
import { contentPolicy, Html, html } from '../../../../kit/html.ts'

const STYLE = new Html(readFileSync(new URL('style.css', import.meta.url), 'utf8'))

const HEADERS = {
  'content-security-policy': `${contentPolicy({ style: STYLE })}; form-action 'none'`,
  // The URL is a secret, and its content changes.
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/** Renders a page without scripts, images or external links. Everything that people wrote is plain text in it. */
export function layout(title: string, content: Html): Document<{ title: string }> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><b>Sandbox</b> <span>A network to try things on. Nothing here is real.</span></header>
<main>${content}</main>
</body>
</html>`
  return new Document({ title }, { contentType: 'text/html; charset=utf-8', body: page.text, headers: HEADERS })
}

const TONES = 6

/** Renders a disc with the first letter of a name, in a colour derived from the name. */
export function avatar(name: string): Html {
  const [letter = '?'] = name
  const sum = Array.from(name, (char) => char.codePointAt(0) ?? 0).reduce((total, code) => total + code, 0)
  return html`<span class="avatar tone${sum % TONES}" aria-hidden="true">${letter.toUpperCase()}</span>`
}

/** Created on first use: an idle server need not load the names of months. */
let shown: Intl.DateTimeFormat | undefined

export function time(moment: Date): Html {
  shown ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return html`<time datetime="${moment.toISOString()}">${shown.format(moment)} UTC</time>`
}

/** Renders text as a person wrote it, with its own line breaks and direction. */
export function prose(text: unknown): Html {
  return html`<p class="prose" dir="auto">${typeof text === 'string' ? text : ''}</p>`
}

export function badge(text: string): Html {
  return html`<span class="badge">${text}</span>`
}

export function readPersonName(person: unknown): string {
  const { name, username } = (person ?? {}) as { name?: unknown; username?: unknown }
  return ([name, username].find((one) => typeof one === 'string' && one !== '') as string | undefined) ?? 'Someone'
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
