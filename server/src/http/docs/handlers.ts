import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultBook } from '../../domains/billing/credits/published-books.ts'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import { html } from '../../kit/html.ts'
import { type CompressedContent, compressContent, sendContent } from '../body/compressed.ts'
import { assets, DOCS_POLICY } from './assets.ts'
import { layout, renderPage } from './layout.ts'
import { llmsText, splitPages } from './llms.ts'
import type { Page } from './page.ts'
import { renderPageMarkdown } from './page-markdown.ts'
import { createSearch, QUERY_MAX, resultList, type Search } from './search.ts'
import { createSite, type Site } from './site.ts'

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const VARY = 'accept, accept-encoding'

interface Docs {
  readonly site: Site
  readonly search: Search
  /** Requested pages, by type and path. */
  readonly made: Map<string, Promise<CompressedContent>>
}

type DocsHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Handlers of every documentation path. The first request for a page renders it. */
export interface DocsHandlers {
  readonly page: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>
  readonly asset: (request: FastifyRequest, reply: FastifyReply, name: string) => Promise<FastifyReply>
  readonly searchPage: DocsHandler
  readonly searchData: DocsHandler
  readonly shortText: DocsHandler
  readonly wholeText: DocsHandler
  readonly textPart: (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<FastifyReply>
}

/** Opens the documentation when the public URL is known. */
export async function openDocs(ctx: Context, endpoints: readonly AnyEndpoint[]): Promise<DocsHandlers> {
  const site = await createSite({ endpoints, baseUrl: ctx.publicUrl.get() }, () => defaultBook(ctx))
  const docs: Docs = { site, search: createSearch(site.pages), made: new Map() }
  return {
    async page(request, reply, path) {
      const named = path.endsWith('.md') ? path.slice(0, -3) : path
      const page = site.find(named) ?? site.find(named.replaceAll('_', '-'))
      if (!page) return sendMissing(request, reply, docs, path)
      const isMarkdown = path.endsWith('.md') || prefersMarkdown(request)
      return sendContent(request, reply, await contentFor(docs, page, isMarkdown), { vary: VARY })
    },
    async asset(request, reply, name) {
      const asset = assets().files.get(`/docs/assets/${name}`)
      if (!asset) throw new ApiError('not_found', 'The documentation has no such file. Reload the page.')
      const content = await remembered(docs, request.url, async () => compressContent(asset.type, asset.content))
      return sendContent(request, reply, content, { cache: 'public, max-age=31536000, immutable' })
    },
    async searchPage(request, reply) {
      const query = readSearchQuery(request)
      const content = resultList(await docs.search(query), query)
      const page = { path: '/docs/search', title: 'Search', group: 'Search', description: SEARCH } as const
      const shown = { page, content: html`<div class="hits">${content}</div>`, sections: [], pages: site.pages, query }
      reply.header('content-security-policy', DOCS_POLICY).header('cache-control', 'no-store')
      return reply.type(HTML).send(layout({ ...shown, isListed: false }))
    },
    async searchData(request, reply) {
      const data = await docs.search(readSearchQuery(request))
      return reply.header('cache-control', 'no-store').send({ data })
    },
    async shortText(request, reply) {
      const content = await remembered(docs, '/llms.txt', async () =>
        compressContent(TEXT, llmsText(site.pages, await splitPages(site.pages), ctx.publicUrl.get())),
      )
      return sendContent(request, reply, content)
    },
    async wholeText(request, reply) {
      const content = await remembered(docs, '/llms-full.txt', async () => {
        const parts = await splitPages(site.pages)
        return compressContent(TEXT, parts.map(({ text }) => text).join('\n'))
      })
      return sendContent(request, reply, content)
    },
    async textPart(request, reply, path) {
      const content = await remembered(docs, path, async () => {
        const part = (await splitPages(site.pages)).find((one) => one.path === path)
        if (!part) throw new ApiError('not_found', 'There is no such part. See /llms.txt for a list of all parts.')
        return compressContent(TEXT, part.text)
      })
      return sendContent(request, reply, content)
    },
  }
}

const SEARCH = 'Endpoints, fields, events, errors and guides.'

async function contentFor(docs: Docs, page: Page, isMarkdown: boolean): Promise<CompressedContent> {
  const make = async () =>
    isMarkdown
      ? compressContent(MARKDOWN, await renderPageMarkdown(page))
      : compressContent(HTML, await renderPage(page, docs.site.pages), DOCS_POLICY)
  return page.isLive ? make() : remembered(docs, `${isMarkdown} ${page.path}`, make)
}

/** Failures are not cached: the next request renders the page again. */
function remembered({ made }: Docs, key: string, make: () => Promise<CompressedContent>): Promise<CompressedContent> {
  const known = made.get(key)
  if (known) return known
  const promise = make().catch((error: unknown) => {
    made.delete(key)
    throw error
  })
  made.set(key, promise)
  return promise
}

function sendMissing(request: FastifyRequest, reply: FastifyReply, { site }: Docs, path: string): FastifyReply {
  if (!/\btext\/html\b/.test(request.headers.accept ?? ''))
    throw new ApiError('not_found', 'The documentation has no such page. See /llms.txt for a list of all pages.')
  const page = {
    path: '/docs/search',
    title: 'Page not found',
    group: 'Search',
    description: 'The page has moved or never existed.',
  } as const
  const content = html`<p>There is nothing at <code>${path}</code>. Search above, or start at <a href="/docs">the overview</a>.</p>`
  reply.header('content-security-policy', DOCS_POLICY).header('cache-control', 'no-store')
  return reply
    .status(404)
    .type(HTML)
    .send(layout({ page, content, sections: [], pages: site.pages, isListed: false }))
}

function readSearchQuery(request: FastifyRequest): string {
  const { q } = request.query as { q?: unknown }
  return typeof q === 'string' ? q.slice(0, QUERY_MAX) : ''
}

/** Browsers and curl do not ask for Markdown; programs that read it do. */
function prefersMarkdown({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/markdown\b/.test(accept) && !/\btext\/html\b/.test(accept)
}
