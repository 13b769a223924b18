import type MiniSearch from 'minisearch'
import { createYielder } from '../../kit/cooperative.ts'
import { type Html, html } from '../../kit/html.ts'
import type { Page, Section } from './page.ts'
import { stripMarkdown } from './prose.ts'

export interface SearchResult {
  readonly path: string
  readonly page: string
  readonly title: string
  readonly excerpt: string
}

interface IndexEntry extends SearchResult {
  readonly id: number
  readonly words: string
  readonly text: string
}

export const QUERY_MAX = 100
const TERMS_MAX = 8
const RESULTS_MAX = 20
const EXCERPT = 140
/** The beginning of a page about a topic is a better result than a section that mentions it. */
const WHOLE_PAGE = 2
/** Beyond this length a section contains examples and fields of replies, which many sections repeat. */
const TEXT_MAX = 6000

export type Search = (query: string) => Promise<readonly SearchResult[]>

/** Searches every section of every page. The first query builds the index, in slices. */
export function createSearch(pages: readonly Page[]): Search {
  let index: Promise<MiniSearch<IndexEntry>> | undefined
  return async (given) => {
    const query = given.slice(0, QUERY_MAX).split(/\s+/).filter(Boolean).slice(0, TERMS_MAX).join(' ')
    if (!query) return []
    index ??= buildIndex(pages).catch((error: unknown) => {
      index = undefined
      throw error
    })
    const engine = await index
    const all = engine.search(query, { combineWith: 'AND' })
    const results = all.length > 0 ? all : engine.search(query, { combineWith: 'OR' })
    return results.slice(0, RESULTS_MAX).map(({ path, page, title, excerpt }) => ({ path, page, title, excerpt }))
  }
}

async function buildIndex(pages: readonly Page[]): Promise<MiniSearch<IndexEntry>> {
  const { default: Engine } = await import('minisearch')
  const engine = new Engine<IndexEntry>({
    fields: ['title', 'page', 'words', 'text'],
    storeFields: ['path', 'page', 'title', 'excerpt'],
    searchOptions: {
      boost: { title: 6, words: 5, page: 3 },
      boostDocument: (_id, _term, stored) => (stored?.['title'] === stored?.['page'] ? WHOLE_PAGE : 1),
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  })
  const yielder = createYielder()
  let id = 0
  for (const page of pages)
    for (const section of await page.sections()) {
      engine.add(toIndexEntry(id++, page, section))
      if (yielder.isDue()) await yielder.yield()
    }
  return engine
}

function toIndexEntry(id: number, page: Page, section: Section): IndexEntry {
  const { id: anchor, title, words = '' } = section
  const markdown = section.markdown()
  const text = markdown.slice(0, TEXT_MAX)
  const isPage = anchor === ''
  return {
    id,
    path: isPage ? page.path : `${page.path}#${anchor}`,
    page: page.title,
    title: isPage ? page.title : title,
    words,
    text: isPage ? `${page.description} ${text}` : text,
    excerpt: isPage ? page.description : extractExcerpt(markdown),
  }
}

/** Returns the first sentences outside of headings, lists, tables and code. */
function extractExcerpt(markdown: string): string {
  const lines = markdown.split('\n').filter((line) => /^[A-Za-z`*\d[]/.test(line) && !line.startsWith('```'))
  const text = stripMarkdown(lines.join(' ').slice(0, 4 * EXCERPT))
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).replace(/\s\S*$/, '')} …` : text
}

/** Renders the results for a page. */
export function resultList(found: readonly SearchResult[], query: string): Html {
  if (query.trim() === '') return html`<p>Search for an endpoint, a field, an event or an error code.</p>`
  if (found.length === 0) return html`<p role="status">No results for “${query}”. Try fewer or different words.</p>`
  const items = found.map(
    ({ path, page, title, excerpt }) =>
      html`<li><a href="${path}"><b>${title}</b>${title === page ? undefined : html` <small>${page}</small>`}<span>${excerpt}</span></a></li>`,
  )
  return html`<p role="status">${found.length === 1 ? '1 result' : `${found.length} results`} for “${query}”</p><ul class="found">${items}</ul>`
}
