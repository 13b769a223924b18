import { readFileSync } from 'node:fs'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ERRORS } from '../../kit/declare/errors.ts'
import { contentPolicy, Html, html } from '../../kit/html.ts'
import { ABOUT, API_VERSION, tagOf } from '../openapi.ts'
import { endpointSection, methodBadge } from './endpoint.ts'
import { type Chapter, introduction } from './introduction.ts'
import { LOGO } from './logo.ts'

const asset = (name: string) => new Html(readFileSync(new URL(name, import.meta.url), 'utf8'))
const STYLE = asset('style.css')
const SCRIPT = asset('script.js')

export const DOCS_POLICY = `${contentPolicy({ style: STYLE, script: SCRIPT })}; img-src 'self'; form-action 'none'`

/** The whole documentation as one page, a pure function of the declarations. It needs no other file and works without its script (decision 0006). */
export function docsPage(endpoints: readonly AnyEndpoint[], baseUrl: string): string {
  const chapters = introduction(endpoints, baseUrl)
  const groups = [...Map.groupBy(endpoints, tagOf)]
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quoin API</title>
<style>${STYLE}</style>
</head>
<body id="top">
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="#top">${LOGO} Quoin <small>API ${API_VERSION}</small></a><a class="menu" href="#menu">Contents</a></header>
<nav id="menu" aria-label="Contents">
  <a class="close" href="#top">Close</a>
  <input type="search" id="filter" placeholder="Find an endpoint" aria-label="Find an endpoint" autocomplete="off" spellcheck="false" hidden>
  ${navGroup(
    'Introduction',
    chapters.map(({ id, title }) => navItem(id, html`${title}`, title)),
  )}
  ${groups.map(([tag, group]) => navGroup(titleOf(tag), group.map(navEndpoint)))}
  ${navGroup('Reference', [navItem('errors', html`All errors`, `errors ${Object.keys(ERRORS).join(' ')}`)])}
  <p class="nothing" hidden>Nothing here by that name.</p>
</nav>
<main id="content">
  <div class="hero"><h1>Quoin API</h1><p>${ABOUT}</p></div>
  ${chapters.map(chapterSection)}
  ${groups.map(([tag, group]) => html`<h2 id="resource-${tag}">${titleOf(tag)}</h2>${group.map((endpoint) => endpointSection(endpoint, baseUrl))}`)}
  ${errorsSection()}
</main>
<script>${SCRIPT}</script>
</body>
</html>
`.text
}

function titleOf(tag: string): string {
  const words = tag.replaceAll('_', ' ').replace(/\bapi\b/, 'API')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function navGroup(title: string, items: readonly Html[]): Html {
  return html`<section><h2>${title}</h2><ul>${items}</ul></section>`
}

function navItem(id: string, label: Html, words: string): Html {
  return html`<li data-words="${words.toLowerCase()}"><a href="#${id}">${label}</a></li>`
}

function navEndpoint(endpoint: AnyEndpoint): Html {
  const { id, method, path, summary } = endpoint
  return navItem(id, html`${methodBadge(endpoint)}<span>${summary}</span>`, `${method} ${path} ${id} ${summary}`)
}

function chapterSection({ id, title, body }: Chapter): Html {
  return html`<section class="chapter" id="${id}"><h2><a href="#${id}">${title}</a></h2>${body}</section>`
}

function errorsSection(): Html {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, title }]) =>
      html`<li id="${code}"><b class="status s${Math.floor(status / 100)}">${status}</b> <a href="#${code}"><code>${code}</code></a><p>${title}.</p></li>`,
  )
  return html`<h2 id="errors">All errors</h2><ul class="errors">${rows}</ul>`
}
