import { type Html, html } from '../../kit/html.ts'
import { API_VERSION } from '../openapi/document.ts'
import { assets } from './assets.ts'
import { methodBadge } from './endpoint.ts'
import { LOGO } from './logo.ts'
import { inSlices, type Page, type Section } from './page.ts'
import { prose } from './prose.ts'

export interface LayoutOptions {
  readonly page: Pick<Page, 'path' | 'title' | 'description' | 'group' | 'isWide' | 'isSaid' | 'endpoints'>
  readonly content: Html
  /** For "On this page". */
  readonly sections: readonly Section[]
  readonly pages: readonly Page[]
  /** The search query. */
  readonly query?: string
  /** False for a page outside the navigation, which has no Markdown and no neighbours. */
  readonly isListed: boolean
  /** True for a page that is stored as a file: it has nothing that needs a server. */
  readonly isStatic?: boolean
}

/** Renders a page of the navigation. */
export async function renderPage(
  page: Page,
  pages: readonly Page[],
  { isStatic = false }: { isStatic?: boolean } = {},
): Promise<string> {
  const sections = await page.sections()
  const content = html`${await inSlices(sections, (section) => section.html())}`
  return layout({ page, content, sections, pages, isListed: true, isStatic })
}

/** Renders a whole page of the site. Everything except search as you type and "Try it" works without the script. */
export function layout(options: LayoutOptions): string {
  const { page, content, sections, pages, query = '', isListed, isStatic = false } = options
  const { path, title, description, group, isWide, isSaid } = page
  const isHome = path === '/docs'
  const { style, script } = assets()
  return html`<!doctype html>
<html lang="en"${isStatic ? html` data-static` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isHome ? 'Quoin documentation' : `${title} · Quoin`}</title>
<meta name="description" content="${description.replaceAll('`', '')}">
<link rel="stylesheet" href="${style}">
<link rel="icon" href="/favicon.ico">
${isListed ? html`<link rel="alternate" type="text/markdown" href="${markdownPath(path)}">` : undefined}
<script src="${script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
  <a class="brand" href="/docs" aria-label="Quoin documentation, API ${API_VERSION}">${LOGO} <span>Quoin</span> <small>API ${API_VERSION}</small></a>
  ${isStatic ? undefined : searchForm(query)}
  <a class="out" href="/openapi.json">OpenAPI</a>
  ${isStatic ? undefined : html`<a class="out" href="/">Portal</a>`}
  <button class="theme" type="button" hidden>Theme</button>
  <a class="open" href="#menu">Menu</a>
</header>
<nav id="menu" aria-label="Documentation">
  <a class="close" href="#content">Close</a>
  ${navigation(pages, path)}
</nav>
<main id="content" class="${isWide ? 'wide' : 'text'}" tabindex="-1">
  ${isHome ? undefined : html`<nav class="crumbs" aria-label="Breadcrumb"><ol><li><a href="/docs">Docs</a></li><li>${group}</li><li aria-current="page">${title}</li></ol></nav>`}
  <h1>${isHome ? 'Quoin documentation' : title}</h1>
  ${isSaid ? undefined : html`<p class="lead">${prose(description)}</p>`}
  ${content}
  ${isListed ? pager(pages, path) : undefined}
  ${isListed ? html`<footer><a href="${markdownPath(path)}">View as Markdown</a></footer>` : undefined}
</main>
${contents(sections)}
</body>
</html>
`.text
}

function searchForm(query: string): Html {
  return html`<form class="search" action="/docs/search" role="search"><input type="search" name="q" value="${query}" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" maxlength="100"><kbd aria-hidden="true">/</kbd><div class="results" hidden></div></form>`
}

export function markdownPath(path: string): string {
  return `${path}.md`
}

function navigation(pages: readonly Page[], current: string): Html {
  const groups = [...Map.groupBy(pages, ({ group }) => group)]
  return html`${groups.map(([group, members]) => {
    const isOpen = members.some(({ path }) => path === current) || group === 'Get started'
    return html`<details${isOpen ? html` open` : ''}><summary>${group}</summary><ul>${members.map((page) => navItem(page, current))}</ul></details>`
  })}`
}

function navItem({ path, title, label = title, endpoints }: Page, current: string): Html {
  if (path !== current) return html`<li><a href="${path}">${label}</a></li>`
  const inner =
    endpoints &&
    html`<ul>${endpoints.map((endpoint) => html`<li><a href="#${endpoint.id}">${methodBadge(endpoint)}<span>${endpoint.summary}</span></a></li>`)}</ul>`
  return html`<li><a href="${path}" aria-current="page">${label}</a>${inner}</li>`
}

function pager(pages: readonly Page[], path: string): Html {
  const at = pages.findIndex((page) => page.path === path)
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return html`<nav class="pager" aria-label="Pages">${pagerLink(before, 'prev', 'Previous')}${pagerLink(after, 'next', 'Next')}</nav>`
}

function pagerLink(page: Page | undefined, rel: string, word: string): Html | undefined {
  return page && html`<a rel="${rel}" href="${page.path}"><small>${word}</small><span>${page.title}</span></a>`
}

function contents(sections: readonly Section[]): Html | undefined {
  const headed = sections.filter(({ id }) => id)
  if (headed.length < 2) return undefined
  const items = headed.map(({ id, title, level }) => html`<li class="l${level}"><a href="#${id}">${title}</a></li>`)
  return html`<aside class="toc" aria-label="On this page"><h2>On this page</h2><ul>${items}</ul></aside>`
}
